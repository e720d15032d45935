-- The back office lists what was done by when it was done, of all people and of one (BO-06).
create index activity_by_time on activity (at desc, id desc);
drop index activity_by_person;
create index activity_by_person on activity (person_id, at desc, id desc);
