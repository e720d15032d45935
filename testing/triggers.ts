import { type Naming, namingsIn, ownerOf } from './tables.ts'

/** That a trigger names a table in its function, or in one that this calls. */
export interface TriggerNaming extends Omit<Naming, 'file'> {
  trigger: string
  /** The table whose changes set it off. */
  on: string
}

const FUNCTION = /create or replace function (?:public\.)?(\w+)\([\s\S]*?as \$(\w*)\$([\s\S]*?)\$\2\$/gi
const TRIGGER =
  /create trigger (\w+) [^;]*? on (?:public\.)?(\w+)[^;]*? execute function (?:public\.)?(\w+)\(/gi

/** The functions of a schema that one of them runs, itself included. */
function functionsOf(
  name: string,
  bodies: ReadonlyMap<string, string>,
  found = new Set<string>(),
): Set<string> {
  const body = bodies.get(name)
  if (body === undefined || found.has(name)) return found
  found.add(name)
  for (const other of bodies.keys()) {
    if (new RegExp(`\\b${other}\\(`).test(body)) functionsOf(other, bodies, found)
  }
  return found
}

/** Every table that a trigger of the schema names. */
export function triggerNamings(schema: string, tables: ReadonlySet<string>): TriggerNaming[] {
  const bodies = new Map([...schema.matchAll(FUNCTION)].map(([, name = '', , body = '']) => [name, body]))
  return [...schema.matchAll(TRIGGER)].flatMap(([, trigger = '', on = '', runs = '']) =>
    [...functionsOf(runs, bodies)].flatMap((name) =>
      namingsIn(name, `\`${bodies.get(name)}\``, tables).map(({ table, writes }) => ({
        trigger,
        on,
        table,
        writes,
      })),
    ),
  )
}

/** A trigger that names tables of another owner than its own table's, and why no hook does it. */
export interface TriggerCrossing {
  triggers: readonly string[]
  tables: readonly string[]
  writes?: boolean
  why: string
}

const LISTED = ['company_listed', 'membership_listed', 'person_listed']

/** What a deal room is made of: nothing of it is changed while it is frozen. */
const FROZEN = [
  'checklist_category_frozen',
  'checklist_comment_frozen',
  'checklist_frozen',
  'checklist_item_frozen',
  'deletion_frozen',
  'document_changed_frozen',
  'document_former_number_frozen',
  'document_frozen',
  'document_labelling_frozen',
  'document_note_frozen',
  'document_note_group_frozen',
  'document_tree_frozen',
  'document_version_frozen',
  'milestone_frozen',
  'net_yield_frozen',
  'operating_stats_frozen',
  'portfolio_project_frozen',
  'ppa_contract_frozen',
  'project_equipment_frozen',
  'project_frozen',
  'project_layer_frozen',
  'project_offtaker_frozen',
  'project_shapes_frozen',
  'publication_frozen',
  'question_answer_frozen',
  'question_categorising_frozen',
  'question_category_frozen',
  'question_document_frozen',
  'question_frozen',
  'question_log_frozen',
  'question_log_group_frozen',
  'question_on_topic_frozen',
  'question_portfolio_frozen',
  'question_project_frozen',
  'question_topic_frozen',
  'staged_change_frozen',
  'subpage_frozen',
  'subpage_group_frozen',
  'subpage_media_frozen',
  'subpage_role_frozen',
  'timeline_frozen',
  'upload_frozen',
]

const OF_ROOMS = [
  'document_tree_kept',
  'holding_company_kept',
  'portfolio_kept',
  'room_phase_kept',
  'user_group_holding_company_kept',
  'user_group_portfolio_kept',
]
const OF_MEMBERSHIPS = ['membership_kept', 'role_permission_kept', 'user_group_kept']

export const TRIGGER_CROSSINGS: readonly TriggerCrossing[] = [
  {
    triggers: [...OF_ROOMS, 'organisation_kept'],
    tables: ['former_right'],
    writes: true,
    why: 'a right that changes is kept as it was, in the same transaction and whatever changes it (PROOF-05)',
  },
  {
    triggers: ['person_kept'],
    tables: ['former_person'],
    writes: true,
    why: 'who may sign in, and who is staff, is kept as it was, whatever changes it (PROOF-05)',
  },
  {
    triggers: [...OF_ROOMS, 'organisation_kept'],
    tables: ['role', 'user_group'],
    why: 'rows from before each named its organisation get that of their group or role',
  },
  {
    triggers: [...OF_ROOMS, ...OF_MEMBERSHIPS, 'folder_list_removed_kept'],
    tables: ['organisation'],
    why: 'of an organisation that is being removed for good nothing is kept',
  },
  {
    triggers: FROZEN,
    tables: ['room_freeze', 'room_phase'],
    why: 'a frozen or archived room is changed by nobody, on whatever way: each table of a room refuses it, so that no way can be forgotten (STAGE-09)',
  },
  {
    triggers: [...FROZEN, 'portfolio_frozen'],
    tables: ['organisation'],
    why: 'what a deleted organisation leaves behind is removed, frozen rooms among it',
  },
  {
    triggers: ['activity_recorded', 'document_version_recorded'],
    tables: ['record_pending'],
    writes: true,
    why: 'whoever writes an entry leaves it to be recorded, in the same transaction, so that none can be forgotten',
  },
  {
    triggers: ['activity_says_who'],
    tables: ['former_folder_list', 'former_person', 'former_place', 'former_right'],
    writes: true,
    why: 'who changed rights is whom the activity of the same transaction names, so that no change of rights is without (PROOF-04)',
  },
  {
    triggers: ['activity_to_webhooks'],
    tables: ['checklist', 'document_tree', 'question', 'question_log', 'webhook'],
    why: 'whoever writes an activity queues it for webhooks, in the same transaction, with the ids of what it is about',
  },
  {
    triggers: ['membership_left_webhooks', 'membership_to_webhooks'],
    tables: ['webhook'],
    why: 'who joins an organisation or leaves it is known by their groups alone, whatever changes these',
  },
  {
    triggers: ['activity_to_webhooks', 'membership_left_webhooks', 'membership_to_webhooks'],
    tables: ['webhook_delivery'],
    writes: true,
    why: 'an event is queued in the transaction that makes it, so that none is lost and none is told that was rolled back',
  },
  {
    triggers: ['activity_told'],
    tables: ['outbox'],
    writes: true,
    why: 'whoever writes an activity notifies of it, in the same transaction, also in one statement over many documents',
  },
  {
    triggers: [
      'checklist_category_organisation',
      'checklist_comment_organisation',
      'checklist_item_organisation',
      'checklist_organisation',
      'portfolio_project_organisation',
    ],
    tables: ['portfolio'],
    why: 'a row carries the organisation of what it belongs to, whoever inserts it, programs of earlier versions included',
  },
  {
    triggers: ['summary_fact_organisation', 'summary_job_organisation', 'summary_source_organisation'],
    tables: ['document_tree'],
    why: 'a row carries the organisation of what it belongs to, whoever inserts it, programs of earlier versions included',
  },
  {
    triggers: ['stored_file_organisation'],
    tables: [
      'data_import',
      'document_tree',
      'duplicate_report',
      'holding_company',
      'organisation',
      'portfolio',
      'project',
      'subpage',
      'summary_job',
    ],
    why: 'a stored file carries the organisation of its owner, whichever module that is of',
  },
  {
    triggers: ['checklist_items_of_projects'],
    tables: ['checklist_item'],
    writes: true,
    why: 'tens of thousands of cells come into being in the statement that adds their projects, and none is left out by a way of adding one; it refuses what the checklists have no room for (HR001), which projectsRefused says beforehand',
  },
  {
    triggers: ['checklist_items_of_projects', 'checklist_items_of_categories'],
    tables: ['portfolio'],
    why: 'a cell carries the organisation of its portfolio',
  },
  {
    triggers: ['checklist_items_of_projects'],
    tables: ['checklist', 'checklist_category'],
    why: 'which cells a project gets follows from the categories of the checklists of its portfolio',
  },
  {
    triggers: ['checklist_items_of_categories'],
    tables: ['portfolio_project'],
    why: 'which cells a category gets follows from the projects of the portfolio',
  },
  {
    triggers: LISTED,
    tables: ['invitation'],
    writes: true,
    why: 'the list of people is one table with the names in it (decision 25), which whoever changes a name, a company or a member keeps, the demo and a restored organisation included',
  },
  {
    triggers: ['company_listed', 'person_listed'],
    tables: ['membership', 'user_group'],
    why: 'only the list of an organisation that the person is in by now follows their name',
  },
  {
    triggers: ['membership_listed'],
    tables: ['company', 'invitation', 'person'],
    why: 'a new member stands in the list with name and company, in place of their invitation',
  },
  {
    triggers: ['document_named', 'document_renamed'],
    tables: ['activity'],
    why: 'a group of names says how often and when its documents were changed, counted anew with each that joins or leaves it',
  },
]

const isAllowed = (naming: TriggerNaming): boolean =>
  TRIGGER_CROSSINGS.some(
    ({ triggers, tables, writes = false }) =>
      triggers.includes(naming.trigger) && tables.includes(naming.table) && writes === naming.writes,
  )

/** One line for each table of another owner that a trigger names without a crossing that allows it. */
export const foreignTriggers = (namings: readonly TriggerNaming[]): string[] => [
  ...new Set(
    namings
      .filter((naming) => ownerOf(naming.on) !== ownerOf(naming.table) && !isAllowed(naming))
      .map(({ trigger, on, table, writes }) => `${trigger} on ${on} ${writes ? 'writes' : 'reads'} ${table}`),
  ),
]

/** Crossings of triggers that nothing needs any more. */
export const idleTriggers = (namings: readonly TriggerNaming[]): string[] =>
  TRIGGER_CROSSINGS.flatMap(({ triggers, tables, writes = false }) =>
    triggers.flatMap((trigger) =>
      tables
        .filter(
          (table) =>
            !namings.some(
              (each) => each.trigger === trigger && each.table === table && each.writes === writes,
            ),
        )
        .map((table) => `${trigger} ${writes ? 'writes' : 'reads'} ${table}`),
    ),
  )
