-- works with: 0188
-- Made by a link that an admin could copy: nobody has shown yet that the mailbox is theirs. What was made before counts as shown.
alter table person add column is_unproven boolean not null default false;
