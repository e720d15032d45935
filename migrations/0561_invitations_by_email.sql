-- works with: 0188
-- What waits for whoever has an e-mail is found among the invitations of all organisations (NEW-04).
create index concurrently if not exists invitation_waiting_for on invitation (email) where person_id is null;
