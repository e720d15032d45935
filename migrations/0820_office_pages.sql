-- works with: 0188
-- Office files are drawn from a PDF that is made of them once and kept beside the pages, as page 0 without a width
-- (PAGE-03, PAGE-04); how it was laid out, and what its readers are told of it (PAGE-07), stand with the pages' sizes.
alter table kept_page drop constraint kept_page_number_check;
alter table kept_page drop constraint kept_page_width_check;
alter table kept_page add constraint kept_page_place
  check ((number = 0 and width = 0) or (number >= 1 and width > 0)) not valid;

alter table version_pages add column layout text;
alter table version_pages add constraint version_pages_layout check (layout in ('OFFICE', 'SIMPLIFIED')) not valid;
alter table version_pages add column remarks text[] not null default '{}';
