-- Records whose answer from the CRM has not come are looked up there before they are sent again (CRM-19).
alter table crm_record add column sent_at timestamptz(3);
update crm_record set delivery = 'SENDING', problem = null, sent_at = data_import.created_at
  from data_import where data_import.id = crm_record.import_id and crm_record.delivery in ('SENDING', 'LOST');
alter table crm_record drop constraint crm_record_delivery_check;
-- WAITING to be sent, SENDING since sent_at while no answer has come.
alter table crm_record add constraint crm_record_delivery_check
  check (delivery in ('WAITING', 'SENDING', 'SENT', 'REFUSED') and (delivery <> 'SENDING' or sent_at is not null));
-- What was sent is not found again as the answer to another record.
create index crm_record_crm_id on crm_record (crm_id) where crm_id is not null;
