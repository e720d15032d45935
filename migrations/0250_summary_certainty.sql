-- works with: 0188
-- Whether the passage says a fact without a doubt (COP-10); of what stands here already it was taken for granted.
alter table summary_fact add column certain boolean not null default true;
