-- works with: 0188
alter table activity validate constraint activity_former_until;
