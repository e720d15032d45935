-- works with: 0188
alter table room_proof validate constraint room_proof_ready;
