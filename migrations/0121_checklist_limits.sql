-- A portfolio's checklists have a bounded number of cells: whoever adds projects or categories writes all of their items in
-- one transaction, and a page reads all items of a checklist. HR001 is the code of a refusal that people read.
create function refusal_of_checklist_cells(portfolio uuid, more integer) returns text
language plpgsql stable as $$
declare
  max_cells constant bigint := 200000;
  cells bigint;
begin
  select count(*) into cells
  from checklist join checklist_category category on category.checklist_id = checklist.id
  where checklist.portfolio_id = portfolio;
  if cells > 0 then
    cells := cells * (more + (select count(*) from portfolio_project link where link.portfolio_id = portfolio));
  end if;
  if cells <= max_cells then return null; end if;
  return format(
    'The checklists of this portfolio would have %s cells, at most %s are possible. Please add fewer projects, or remove categories from its checklists first.',
    to_char(cells, 'FM999,999,999,999'), to_char(max_cells, 'FM999,999,999,999'));
end $$;

create function require_cells_of_checklists(portfolios uuid[]) returns void
language plpgsql as $$
declare
  refusal text;
begin
  select refusal_of_checklist_cells(portfolio.id, 0) into refusal
  from unnest(portfolios) portfolio (id) where refusal_of_checklist_cells(portfolio.id, 0) is not null limit 1;
  if refusal is not null then raise exception using errcode = 'HR001', message = refusal; end if;
end $$;

create or replace function add_items_of_categories() returns trigger
language plpgsql as $$
begin
  perform require_cells_of_checklists(array(
    select distinct checklist.portfolio_id from added join checklist on checklist.id = added.checklist_id));
  insert into checklist_item (checklist_id, category_id, project_id)
  select checklist.id, added.id, link.project_id
  from added
  join checklist on checklist.id = added.checklist_id
  join portfolio_project link on link.portfolio_id = checklist.portfolio_id
  order by added.id
  on conflict (category_id, project_id) do nothing;
  return null;
end $$;

create or replace function add_items_of_projects() returns trigger
language plpgsql as $$
begin
  perform require_cells_of_checklists(array(select distinct portfolio_id from added));
  insert into checklist_item (checklist_id, category_id, project_id)
  select checklist.id, category.id, added.project_id
  from added
  join checklist on checklist.portfolio_id = added.portfolio_id
  join checklist_category category on category.checklist_id = checklist.id
  order by category.id
  on conflict (category_id, project_id) do nothing;
  return null;
end $$;
