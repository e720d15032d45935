-- works with: 0188
-- Documents with pages that wait for OCR are found in their order.
create index concurrently if not exists document_text_pages_due on document_text (priority, try_at) where pages_due;
