-- A pipeline of more than four thousand projects is imported into a portfolio that has checklists: 290,000 cells.
create or replace function refusal_of_checklist_cells(portfolio uuid, more integer) returns text
language plpgsql stable as $$
declare
  max_cells constant bigint := 500000;
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
