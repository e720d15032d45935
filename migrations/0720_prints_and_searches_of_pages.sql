-- works with: 0188
-- What pages are printed with codes of their own (MARK-09): a print is an opening beside the one on the screen. And how many
-- texts people looked for in pages in a minute (PAGE-21).
alter table page_mark
  add column kind text not null default 'SCREEN' check (kind in ('SCREEN', 'PRINT')),
  -- Of the opening on the screen that a print belongs to.
  add column printed_from uuid,
  add constraint page_mark_print check ((kind = 'PRINT') = (printed_from is not null)),
  add constraint page_mark_printed_once unique (printed_from);
alter table page_count add column searches integer not null default 0;

-- Prints in the access log (VIEW-28): few beside views and downloads, whose indexes stay as they are.
create index activity_tree_print on activity (tree_id, at desc, id desc) where kind = 'PRINT';
create index activity_document_print on activity (document_id, at desc, id desc) where kind = 'PRINT';
