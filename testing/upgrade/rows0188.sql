-- A row at least of each table, as programs of migration 0188 wrote them.
insert into installation values ('demo', 'done');
insert into stored_file (id, kind, owner_id, name, size, sha256)
select ('00000000-0000-7000-8000-0000000000f' || n)::uuid, 'avatar', '00000000-0000-7000-8000-000000000011', n || '.png', 7,
  sha256('x') from generate_series(1, 5) as n;
insert into company (id, name, logo_id) values
  ('00000000-0000-7000-8000-000000000001', 'Meadow Energy', '00000000-0000-7000-8000-0000000000f1');
insert into person (id, email, first_name, last_name, company_id, is_super_user, avatar_id) values
  ('00000000-0000-7000-8000-000000000011', 'ada@meadow.example', 'Ada', 'Meadow',
    '00000000-0000-7000-8000-000000000001', false, '00000000-0000-7000-8000-0000000000f2'),
  ('00000000-0000-7000-8000-000000000012', 'bo@meadow.example', 'Bo', 'Hill', null, true, null);
insert into organisation (id, name, slug, status_labels, document_labels, logo_id) values
  ('00000000-0000-7000-8000-000000000021', 'Meadow', 'meadow', '{}', true, '00000000-0000-7000-8000-0000000000f3'),
  ('00000000-0000-7000-8000-000000000022', 'Hill', 'hill', '{}', false, null);
update organisation set deleted_at = '2026-11-01', deleted_by = '00000000-0000-7000-8000-000000000012',
  purge_after = '2026-12-01' where slug = 'hill';
insert into role values ('00000000-0000-7000-8000-000000000031', '00000000-0000-7000-8000-000000000021', 'Admin');
insert into role_permission values ('00000000-0000-7000-8000-000000000031', 'documents:view');
insert into user_group (id, organisation_id, name, role_id) values
  ('00000000-0000-7000-8000-000000000032', '00000000-0000-7000-8000-000000000021', 'Admins',
    '00000000-0000-7000-8000-000000000031');
insert into membership values ('00000000-0000-7000-8000-000000000032', '00000000-0000-7000-8000-000000000011');
insert into deleted_membership values
  ('00000000-0000-7000-8000-000000000032', '00000000-0000-7000-8000-000000000012', '2026-01-01');
insert into invitation (id, organisation_id, email, first_name, last_name, group_id) values
  ('00000000-0000-7000-8000-000000000033', '00000000-0000-7000-8000-000000000021', 'cy@meadow.example', 'Cy', 'Dale',
    '00000000-0000-7000-8000-000000000032');
insert into failed_attempt (email, address) values ('ada@meadow.example', '127.0.0.1');
insert into licence (version, body) values (2, 'Of the operator.');
insert into licence_acceptance values ('00000000-0000-7000-8000-000000000011', 2, '2026-01-01', true);
insert into authenticator (id, person_id, created_at) values
  ('00000000-0000-7000-8000-000000000041', '00000000-0000-7000-8000-000000000011', '2026-01-01');
insert into recovery_code values ('00000000-0000-7000-8000-000000000011', sha256('c'));
insert into password_reset (id, email, address, created_at) values
  ('00000000-0000-7000-8000-000000000042', 'ada@meadow.example', '127.0.0.1', '2026-01-01');
insert into phone_change values ('00000000-0000-7000-8000-000000000043', '00000000-0000-7000-8000-000000000011',
  '+4912345678', 'x', 0, '2026-01-01', '2026-01-02');
insert into session (id, token_hash, person_id) values
  ('00000000-0000-7000-8000-000000000044', sha256('s'), '00000000-0000-7000-8000-000000000011');
insert into setup_link values (sha256('l'));
insert into sign_in_challenge values (sha256('t'), '00000000-0000-7000-8000-000000000011', 'x', 0, '2026-01-01',
  '2026-01-02');
insert into holding_company (id, organisation_id, name, slug, status) values
  ('00000000-0000-7000-8000-000000000051', '00000000-0000-7000-8000-000000000021', 'Meadow Holding', 'meadow-holding',
    'ACQUIRED');
insert into portfolio (id, organisation_id, name, slug, status, has_checklist) values
  ('00000000-0000-7000-8000-000000000052', '00000000-0000-7000-8000-000000000021', 'Falcon', 'falcon', 'MARKET', true);
insert into session_view (id, session_id, person_id, group_id, name, organisation_id, portfolio_id, started_at, expires_at)
values ('00000000-0000-7000-8000-000000000045', '00000000-0000-7000-8000-000000000044',
  '00000000-0000-7000-8000-000000000012', '00000000-0000-7000-8000-000000000032', 'Admins',
  '00000000-0000-7000-8000-000000000021', '00000000-0000-7000-8000-000000000052', '2026-01-01', '2026-01-02');
insert into holding_company_portfolio values
  ('00000000-0000-7000-8000-000000000051', '00000000-0000-7000-8000-000000000052');
insert into holding_company_visit values
  ('00000000-0000-7000-8000-000000000011', '00000000-0000-7000-8000-000000000051');
insert into portfolio_visit values ('00000000-0000-7000-8000-000000000011', '00000000-0000-7000-8000-000000000052');
insert into user_group_holding_company values
  ('00000000-0000-7000-8000-000000000032', '00000000-0000-7000-8000-000000000051');
insert into user_group_portfolio values
  ('00000000-0000-7000-8000-000000000032', '00000000-0000-7000-8000-000000000052');
insert into used_address values ('signature', '2026-12-01');
insert into notification (id, kind, subject_kind, subject_id, digest, due_at, latest_at, organisation_id) values
  ('00000000-0000-7000-8000-000000000061', 'UPLOADS', 'TREE', '00000000-0000-7000-8000-000000000071', 'tree',
    '2026-12-01', '2026-12-02', '00000000-0000-7000-8000-000000000021');
insert into notification_off (person_id, organisation_id) values
  ('00000000-0000-7000-8000-000000000011', '00000000-0000-7000-8000-000000000021');

-- Documents: a tree with a folder, a file of two versions in it, and one that was deleted.
insert into document_tree (id, type, organisation_id, portfolio_id) values
  ('00000000-0000-7000-8000-000000000071', 'DOCUMENTS', '00000000-0000-7000-8000-000000000021',
    '00000000-0000-7000-8000-000000000052');
insert into acl (tree_id, principals) values ('00000000-0000-7000-8000-000000000071', null),
  ('00000000-0000-7000-8000-000000000071', '{00000000-0000-7000-8000-000000000032}');
begin;
insert into document (id, tree_id, parent_id, is_folder, name, name_key, path, acl_id) values
  ('00000000-0000-7000-8000-000000000071', '00000000-0000-7000-8000-000000000071', null, true, '', '',
    '{00000000-0000-7000-8000-000000000071}', 1);
insert into document (id, tree_id, parent_id, is_folder, name, name_key, path, acl_id) values
  ('00000000-0000-7000-8000-000000000072', '00000000-0000-7000-8000-000000000071',
    '00000000-0000-7000-8000-000000000071', true, 'Leases', 'leases',
    '{00000000-0000-7000-8000-000000000071,00000000-0000-7000-8000-000000000072}', 2);
insert into document (id, tree_id, parent_id, is_folder, name, name_key, extension, path, acl_id, current_version_id, size)
select ('00000000-0000-7000-8000-00000000007' || n)::uuid, '00000000-0000-7000-8000-000000000071',
  '00000000-0000-7000-8000-000000000072', false, n || '.pdf', n || '.pdf', 'pdf',
  array['00000000-0000-7000-8000-000000000071', '00000000-0000-7000-8000-000000000072',
    '00000000-0000-7000-8000-00000000007' || n]::uuid[], 2, ('00000000-0000-7000-8000-00000000008' || n)::uuid, 7
from generate_series(3, 4) as n;
insert into document_version (id, document_id, number, size, sha256, created_by)
select ('00000000-0000-7000-8000-00000000008' || n)::uuid, ('00000000-0000-7000-8000-00000000007' || n)::uuid, 2, 7,
  sha256('x'), '00000000-0000-7000-8000-000000000011' from generate_series(3, 4) as n;
insert into document_version (id, document_id, number, size, sha256, created_by) values
  ('00000000-0000-7000-8000-000000000080', '00000000-0000-7000-8000-000000000073', 1, 5, sha256('w'),
    '00000000-0000-7000-8000-000000000011');
commit;
update document set deleted_at = now() where id = '00000000-0000-7000-8000-000000000074';
select place_names('{00000000-0000-7000-8000-000000000074}');
insert into deletion values ('00000000-0000-7000-8000-000000000074');
insert into folder_tally values ('00000000-0000-7000-8000-000000000071', 2, 1, 1),
  ('00000000-0000-7000-8000-000000000072', 2, 1, 0);
insert into document_label (id, organisation_id, label, colour) values
  ('00000000-0000-7000-8000-000000000091', '00000000-0000-7000-8000-000000000021', 'Draft', '#aabbcc');
insert into document_labelling values
  ('00000000-0000-7000-8000-000000000073', '00000000-0000-7000-8000-000000000091');
insert into permission_change (id, tree_id, permissions_type, paths) values
  ('00000000-0000-7000-8000-000000000092', '00000000-0000-7000-8000-000000000071', 'GROUP', '[]');
insert into thumbnail (version_id) values ('00000000-0000-7000-8000-000000000083');
insert into upload (version_id, tree_id, parent_id, document_id, name, name_key, size, person_id) values
  ('00000000-0000-7000-8000-000000000093', '00000000-0000-7000-8000-000000000071',
    '00000000-0000-7000-8000-000000000072', '00000000-0000-7000-8000-000000000094', 'new.pdf', 'new.pdf', 9,
    '00000000-0000-7000-8000-000000000011');
insert into zip_export (id, person_id, tree_id, document_ids, file_name, file_count, bytes) values
  ('00000000-0000-7000-8000-000000000095', '00000000-0000-7000-8000-000000000011',
    '00000000-0000-7000-8000-000000000071', '{00000000-0000-7000-8000-000000000072}', 'Leases.zip', 1, 7);
insert into zip_export_file (export_id, position, document_id, version_id, path, modified_at) values
  ('00000000-0000-7000-8000-000000000095', 0, '00000000-0000-7000-8000-000000000073',
    '00000000-0000-7000-8000-000000000083', 'Leases/3.pdf', '2026-01-01');
insert into activity (at, kind, person_id, organisation_id, tree_id, document_id, version_id, recorded_path, recorded_ids)
values
  ('2025-12-31 23:59:59+00', 'CREATE_FOLDER', '00000000-0000-7000-8000-000000000011',
    '00000000-0000-7000-8000-000000000021', '00000000-0000-7000-8000-000000000071',
    '00000000-0000-7000-8000-000000000072', null, '/Leases', '{00000000-0000-7000-8000-000000000071}'),
  (now(), 'UPLOAD', '00000000-0000-7000-8000-000000000011',
    '00000000-0000-7000-8000-000000000021', '00000000-0000-7000-8000-000000000071',
    '00000000-0000-7000-8000-000000000073', '00000000-0000-7000-8000-000000000083', '/Leases/3.pdf', null);
insert into activity (kind, person_id) values ('SIGN_IN', '00000000-0000-7000-8000-000000000011');

insert into net_yield (id, portfolio_id, year, p50, p90) values
  ('00000000-0000-7000-8000-000000000101', '00000000-0000-7000-8000-000000000052', 2026, 10, 9);
insert into operating_stats values ('00000000-0000-7000-8000-000000000051', null, '00000000-0000-7000-8000-000000000051',
  '2026-01-01', 1, 2, 3, 4, 5, 6);
insert into subpage (id, organisation_id, portfolio_id, slug, title, position) values
  ('00000000-0000-7000-8000-000000000102', '00000000-0000-7000-8000-000000000021',
    '00000000-0000-7000-8000-000000000052', 'site', 'Site', 0);
insert into subpage_group values ('00000000-0000-7000-8000-000000000102', '00000000-0000-7000-8000-000000000032');
insert into subpage_role values ('00000000-0000-7000-8000-000000000102', '00000000-0000-7000-8000-000000000031');
insert into subpage_media (id, subpage_id, file_id) values ('00000000-0000-7000-8000-000000000103',
  '00000000-0000-7000-8000-000000000102', '00000000-0000-7000-8000-0000000000f4');
insert into timeline (id, organisation_id, portfolio_id) values ('00000000-0000-7000-8000-000000000104',
  '00000000-0000-7000-8000-000000000021', '00000000-0000-7000-8000-000000000052');
insert into milestone (id, timeline_id, position) values
  ('00000000-0000-7000-8000-000000000105', '00000000-0000-7000-8000-000000000104', 0);

insert into manufacturer values
  ('00000000-0000-7000-8000-000000000111', '00000000-0000-7000-8000-000000000021', 'Sunmaker');
insert into equipment_model values ('00000000-0000-7000-8000-000000000112', '00000000-0000-7000-8000-000000000021',
  'PANEL', '00000000-0000-7000-8000-000000000111', 'S-400');
insert into offtaker (id, organisation_id, name) values
  ('00000000-0000-7000-8000-000000000113', '00000000-0000-7000-8000-000000000021', 'Grid Co');
insert into project (id, organisation_id, name, type, status, latitude, longitude) values
  ('00000000-0000-7000-8000-000000000114', '00000000-0000-7000-8000-000000000021', 'Meadow 1', 'SOLAR', 'OPERATING', 48.1,
    11.5);
insert into checklist (id, portfolio_id, name, is_active) values
  ('00000000-0000-7000-8000-000000000121', '00000000-0000-7000-8000-000000000052', 'Closing', true);
insert into checklist_category (checklist_id, name, row_number) values
  ('00000000-0000-7000-8000-000000000121', 'Title', 1);
insert into portfolio_project values
  ('00000000-0000-7000-8000-000000000052', '00000000-0000-7000-8000-000000000114');
insert into checklist_comment (checklist_id, item_id, person_id, comment, activity_id)
select checklist_id, id, '00000000-0000-7000-8000-000000000011', 'Signed?', 3 from checklist_item;
insert into ppa_contract (project_id, start_date, term, rate, escalator) values
  ('00000000-0000-7000-8000-000000000114', '2026-01-01', 20, 0.05, 1);
insert into project_equipment values ('00000000-0000-7000-8000-000000000114', '00000000-0000-7000-8000-000000000112', 0, 9);
insert into project_offtaker values ('00000000-0000-7000-8000-000000000114', '00000000-0000-7000-8000-000000000113');
insert into project_shapes (id, project_id, name, state, uploaded_by) values ('00000000-0000-7000-8000-000000000115',
  '00000000-0000-7000-8000-000000000114', 'a.kml', 'DONE', '00000000-0000-7000-8000-000000000011');
insert into project_layer (id, project_id, shapes_id, position, name, type, file_id) values
  ('00000000-0000-7000-8000-000000000116', '00000000-0000-7000-8000-000000000114',
    '00000000-0000-7000-8000-000000000115', 0, 'Fence', 'LineString', '00000000-0000-7000-8000-0000000000f5');

insert into question_log (id, organisation_id, portfolio_id, name) values ('00000000-0000-7000-8000-000000000131',
  '00000000-0000-7000-8000-000000000021', '00000000-0000-7000-8000-000000000052', 'Buyers');
insert into question_log_group values ('00000000-0000-7000-8000-000000000131', '00000000-0000-7000-8000-000000000032');
insert into question (id, log_id, number, body) values
  ('00000000-0000-7000-8000-000000000132', '00000000-0000-7000-8000-000000000131', 1, '{"type": "doc"}');
insert into question_answer (id, question_id) values
  ('00000000-0000-7000-8000-000000000133', '00000000-0000-7000-8000-000000000132');
insert into question_category values
  ('00000000-0000-7000-8000-000000000134', '00000000-0000-7000-8000-000000000131', 'Legal', 0);
insert into question_topic values
  ('00000000-0000-7000-8000-000000000135', '00000000-0000-7000-8000-000000000131', 'Lease', 0);
insert into question_categorising values
  ('00000000-0000-7000-8000-000000000132', '00000000-0000-7000-8000-000000000134');
insert into question_on_topic values
  ('00000000-0000-7000-8000-000000000132', '00000000-0000-7000-8000-000000000135');
insert into question_portfolio values
  ('00000000-0000-7000-8000-000000000132', '00000000-0000-7000-8000-000000000052');
insert into question_project values
  ('00000000-0000-7000-8000-000000000132', '00000000-0000-7000-8000-000000000114');
insert into question_view values ('00000000-0000-7000-8000-000000000011', '00000000-0000-7000-8000-000000000132');

insert into summary_job (id, tree_id, person_id, job_type, name, document_ids) values
  ('00000000-0000-7000-8000-000000000141', '00000000-0000-7000-8000-000000000071',
    '00000000-0000-7000-8000-000000000011', 'PPA_ANALYSIS', 'PPA', '{00000000-0000-7000-8000-000000000073}');
insert into summary_source (job_id, position, document_id, version_id, name, page_count) values
  ('00000000-0000-7000-8000-000000000141', 0, '00000000-0000-7000-8000-000000000073',
    '00000000-0000-7000-8000-000000000083', '3.pdf', 4);
insert into summary_fact values ('00000000-0000-7000-8000-000000000141', 0, 0, 'RATE', null, '5', 'five', '1', true);
insert into crm_connection values ('00000000-0000-7000-8000-000000000011', 'sealed');
insert into crm_consent values ('00000000-0000-7000-8000-000000000151', 'hash', '00000000-0000-7000-8000-000000000011',
  '00000000-0000-7000-8000-000000000044', 'http://localhost', '2026-12-01');
insert into data_import (id, person_id, organisation_ids, file_name) values
  ('00000000-0000-7000-8000-000000000152', '00000000-0000-7000-8000-000000000011',
    '{00000000-0000-7000-8000-000000000021}', 'people.xlsx');
insert into crm_record (import_id, row_number, kind, name, name_key, keys) values
  ('00000000-0000-7000-8000-000000000152', 2, 'PERSON', 'Di Dale', 'dale di', '{dale}');
insert into duplicate_report (id, person_id, organisation_ids) values ('00000000-0000-7000-8000-000000000153',
  '00000000-0000-7000-8000-000000000011', '{00000000-0000-7000-8000-000000000021}');
insert into duplicate_report_import values
  ('00000000-0000-7000-8000-000000000153', '00000000-0000-7000-8000-000000000152');
insert into o_and_m_partner (id, organisation_id, name) values
  ('00000000-0000-7000-8000-000000000161', '00000000-0000-7000-8000-000000000021', 'Serva');
insert into o_and_m_project values
  ('00000000-0000-7000-8000-000000000161', '00000000-0000-7000-8000-000000000114');
insert into o_and_m_site values ('00000000-0000-7000-8000-000000000161', 'North', 20);
insert into support_ticket (id, person_id, issue, description) values ('00000000-0000-7000-8000-000000000171',
  '00000000-0000-7000-8000-000000000011', 'Upload', 'It stops.');
insert into mail_source (id, content) values ('00000000-0000-7000-8000-000000000181', '{}');
insert into mail_outbox (id, recipient, subject, body_text, source_id, reader_id) values
  ('00000000-0000-7000-8000-000000000182', 'ada@meadow.example', 'New', 'Text',
    '00000000-0000-7000-8000-000000000181', '00000000-0000-7000-8000-000000000011');
insert into sms_outbox (id, recipient, body) values ('00000000-0000-7000-8000-000000000183', '+49', 'Code');
insert into outbox_cursor values ('server', pg_current_snapshot());
