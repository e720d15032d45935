-- works with: 0188
-- All rows have one of these: see 0710.
alter table document_text_page validate constraint document_text_page_ocr;
