-- works with: 0322
-- A program that knows nothing of drafts, parties and addressees (0300 to 0322) would list all of them to everybody in the
-- room: it is not started on this database any more.
comment on column question.reader_ids is 'Groups that see it beside the deal team, where each party sees its own (QA-42).';
comment on column question.party_ids is 'Groups for whom it was asked; none while it is a draft (QA-40, QA-43).';
