-- works with: 0188
-- Pages that are pictures are read by OCR, one after the other, once the file's own text is searchable (FIND-04). A document
-- waits until all of its pages are read; where no OCR is installed, its pages stay due until there is one.
alter table document_text add column pages_due boolean not null default false;
-- There is more than was read of its own text (FIND-02).
alter table document_text add column is_cut boolean not null default false;
-- Whether OCR has read the page, or is to.
alter table document_text_page add column ocr text not null default 'NONE';
alter table document_text_page add constraint document_text_page_ocr
  check (ocr in ('NONE', 'DUE', 'READ', 'FAILED')) not valid;
