import { sql } from 'kysely'
import { type AdminResource, optionsOf, PERSON_FIELD, tableResource } from '../../admin/index.ts'
import { shownKind } from './shownKind.ts'

const PERIODS = {
  '1 day': 'Last day',
  '7 days': 'Last 7 days',
  '30 days': 'Last 30 days',
  '1 year': 'Last year',
  '1000 years': 'Any time',
}

/** What a search looks at without a period: each of its entries is read, by the index of time. */
const SEARCHED = '30 days'

/** 'Change deal room': what was done in plain words. */
const WHAT = sql`(select upper(left(words, 1)) || substr(words, 2)
  from (select lower(replace(regexp_replace(${shownKind('row')}, '^OFFICE_', ''), '_', ' ')) as words) plain)`

/** What has been done, by whom and when; it can be read and filtered, and not changed (BO-06). */
export const activityKind = (): AdminResource =>
  tableResource({
    name: 'activity',
    path: 'system/activity',
    section: 'System',
    one: 'activity',
    many: 'Activity',
    about:
      'Every change, and every view and download of a document. Nobody can change or delete it. A search looks at the last 30 days, unless “Within” says otherwise.',
    table: 'activity',
    keyType: 'bigint',
    names: sql`${WHAT} || coalesce(' of ' || (row.detail ->> 'record'), '')`,
    searched: [sql`row.detail ->> 'record'`, 'recorded_path', 'kind'],
    searchedWithin: { filter: 'within', condition: sql`row.at > now() - ${SEARCHED}::interval` },
    sort: '-at',
    conditions: {
      within: (period) => sql`row.at > now() - ${period}::interval`,
      isOffice: (flag) =>
        flag === 'true' ? sql`row.kind like 'OFFICE\\_%'` : sql`row.kind not like 'OFFICE\\_%'`,
    },
    columns: {
      kind: WHAT,
      of: sql`coalesce(replace(nullif(row.subject_kind, 'session_view'), '_', ' '), case when row.document_id is not null then 'document' end)`,
      record: sql`coalesce(row.detail ->> 'record', row.recorded_path, row.detail ->> 'name')`,
      fields: sql`(select string_agg((field ->> 'field') || ': ' || coalesce(field ->> 'from', '–') || ' → '
        || coalesce(field ->> 'to', '–'), E'\\n') from jsonb_array_elements(
          case jsonb_typeof(row.detail -> 'fields') when 'array' then row.detail -> 'fields' else '[]' end) field)`,
      token: sql`(select t.name from api_token t where t.id = row.session_id)`,
      within: sql`null::text`,
      isOffice: sql`row.kind like 'OFFICE\\_%'`,
      detail: sql`row.detail::text`,
    },
    fields: [
      { name: 'kind', label: 'What', type: 'TEXT', readOnly: true, listed: true },
      PERSON_FIELD,
      // Beside the person (TOKEN-08).
      { name: 'token', label: 'By token', type: 'TEXT', readOnly: true },
      {
        name: 'of',
        label: 'Kind of record',
        type: 'TEXT',
        namesKind: true,
        readOnly: true,
        listed: true,
      },
      { name: 'record', label: 'Record', type: 'TEXT', readOnly: true, listed: true },
      { name: 'at', label: 'When', type: 'MOMENT', readOnly: true, listed: true, sortable: true },
      { name: 'fields', label: 'Changed fields', type: 'LONG_TEXT', readOnly: true },
      { name: 'isOffice', label: 'In the back office', type: 'FLAG', readOnly: true, filter: true },
      {
        name: 'within',
        label: 'Within',
        type: 'CHOICE',
        options: optionsOf(PERIODS),
        readOnly: true,
        filter: true,
      },
      { name: 'subjectId', label: 'Id of the record', type: 'TEXT', readOnly: true },
      {
        name: 'organisationId',
        label: 'Organisation',
        type: 'REFERENCE',
        of: 'organisation',
        readOnly: true,
        filter: true,
      },
      { name: 'detail', label: 'Detail', type: 'LONG_TEXT', readOnly: true },
    ],
  })
