-- Lists of the back office over all organisations, in the rest of the orders that they are shown in (BO-03).
create index organisation_created on organisation (created_at, id);
create index portfolio_created on portfolio (created_at, id);
create index holding_company_created on holding_company (created_at, id);
create index document_tree_created on document_tree (created_at, id);
create index question_log_created on question_log (created_at, id);
create index o_and_m_partner_named on o_and_m_partner (name collate name_order, id);
create index operating_stats_started on operating_stats (start_date, entity_id);
create index net_yield_by_year on net_yield (year, id);
create index subpage_titled on subpage (title collate name_order, id);
create index subpage_edited on subpage (modified_at, id);
create index subpage_created on subpage (created_at, id);
create index subpage_media_created on subpage_media (created_at, id);
create index timeline_created on timeline (created_at, id);
create index milestone_placed on milestone (position, id);
