-- works with: 0188
-- Pages that are pictures are read by OCR, one after the other, once the file's own text is searchable (FIND-04). A document
-- waits until all of its pages are read; where no OCR is installed, its pages stay due until there is one.
alter table document_text add column pages_due boolean not null default false;
-- There is more than was read of its own text (FIND-02).
alter table document_text add column is_cut boolean not null default false;
alter table document_text_page add column ocr text not null default 'NONE'
  check (ocr in ('NONE', 'DUE', 'READ', 'FAILED'));
create index document_text_pages_due on document_text (priority, try_at) where pages_due;

-- Those without any text of their own, from before.
update document_text set pages_due = true, attempts = 0
from document
where document.id = document_text.document_id and document.extension = 'pdf'
  and document_text.state = 'NOT_READ' and document_text.problem = 'It has no text of its own.';
update document_text_page set ocr = 'DUE'
from document_text
where document_text.document_id = document_text_page.document_id and document_text.pages_due;
