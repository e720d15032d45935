-- Lists of the back office over all organisations: equipment, offtakers, labels, messages, and activity by person.
create index equipment_model_numbered on equipment_model (kind, model_number collate name_order, id);
create index manufacturer_named on manufacturer (name collate name_order, id);
create index offtaker_named on offtaker (name collate name_order, id);
create index document_label_named on document_label (label collate name_order, id);
create index sms_outbox_created on sms_outbox (created_at, id);
create index activity_by_person on activity (person_id, id);
