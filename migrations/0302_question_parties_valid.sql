-- works with: 0188
alter table question validate constraint question_asked_by;
