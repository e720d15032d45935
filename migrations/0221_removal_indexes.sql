-- works with: 0188
-- Removing an organisation finds rows by what they refer to, and the database itself asks for them with each row that
-- goes: without these it would read all rows of all organisations.
create index concurrently if not exists document_tree_content on document (tree_id);
create index concurrently if not exists document_tree_organisation on document_tree (organisation_id);
create index concurrently if not exists upload_tree on upload (tree_id);
create index concurrently if not exists question_log_organisation on question_log (organisation_id);
create index concurrently if not exists subpage_organisation on subpage (organisation_id);
create index concurrently if not exists timeline_organisation on timeline (organisation_id);
create index concurrently if not exists portfolio_visit_portfolio on portfolio_visit (portfolio_id);
create index concurrently if not exists holding_company_visit_company on holding_company_visit (holding_company_id);
create index concurrently if not exists notification_portfolio on notification (portfolio_id)
  where portfolio_id is not null;
create index concurrently if not exists notification_company on notification (holding_company_id)
  where holding_company_id is not null;
