import { sql } from 'kysely'
import { formatNumber } from '../../../shared/format/number.ts'
import { withinSentence } from '../../../shared/format/withinSentence.ts'
import type { AdminResource, OfficeDependents } from '../../admin/index.ts'
import type { Connection } from '../../platform/database/database.ts'

/** Rows that hold a record, with the word for one of them within a sentence: 'user group'. */
interface HoldingDependents extends OfficeDependents {
  readonly one: string
}

/** What a deletion meets: what it would break, and what it takes with it. */
export interface Removal {
  blocked: HoldingDependents[]
  taken: OfficeDependents[]
}

interface Reference {
  table: string
  column: string
  /** What becomes of the referring row: deleted with the record, or left without it; otherwise it holds the record. */
  action: 'CASCADE' | 'SET_NULL' | 'HOLDS'
}

const MAX_COUNT = 10_000
const MAX_NAMES = 5

/** Every column that refers to the table's key, as the database knows them: no list of ours can fall behind. */
async function referencesTo(db: Connection, table: string): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select of_table.relname as table, attribute.attname as column,
      case key.confdeltype when 'c' then 'CASCADE' when 'n' then 'SET_NULL' else 'HOLDS' end as action
    from pg_constraint key
      join pg_class of_table on of_table.oid = key.conrelid
      join pg_attribute attribute on attribute.attrelid = key.conrelid and attribute.attnum = key.conkey[1]
    where key.contype = 'f' and key.confrelid = ${table}::regclass and cardinality(key.conkey) = 1
    order by of_table.relname, attribute.attname`.execute(db)
  return rows
}

/** What rows are called of which no kind is a record: one of them, and several. */
const WORDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  checklist_comment: ['comment', 'Comments'],
  checklist_item: ['checklist item', 'Checklist items'],
  document_labelling: ['labelled document', 'Labelled documents'],
  holding_company_portfolio: ['portfolio in a holding company', 'Portfolios in holding companies'],
  holding_company_visit: ['visit', 'Visits'],
  notification_off: ['notification setting', 'Notification settings'],
  o_and_m_project: ['project with a partner', 'Projects with partners'],
  portfolio_project: ['project in a portfolio', 'Projects in portfolios'],
  portfolio_visit: ['visit', 'Visits'],
  project_equipment: ['project', 'Projects'],
  project_offtaker: ['project', 'Projects'],
  question_log_group: ['restricted question log', 'Restricted question logs'],
  question_portfolio: ['question about it', 'Questions about it'],
  question_project: ['question about it', 'Questions about it'],
  session_view: ['view as somebody else', 'Views as somebody else'],
  subpage_group: ['restricted overview page', 'Restricted overview pages'],
  subpage_role: ['restricted overview page', 'Restricted overview pages'],
  user_group_holding_company: ['group with access', 'Groups with access'],
  user_group_portfolio: ['group with access', 'Groups with access'],
}

const plain = (table: string): string => table.replaceAll('_', ' ')
const heading = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** What refers to a record, by what its deletion does to it (BO-05). */
export async function removalOf(
  db: Connection,
  { kind, id }: { kind: AdminResource; id: string },
  kinds: readonly AdminResource[],
): Promise<Removal> {
  if (kind.closing) return { blocked: [], taken: [...(await kind.closing.taken(db, id))] }
  const removal: Removal = { blocked: [], taken: [] }
  if (kind.table === undefined) return removal
  for (const { table, column, action } of await referencesTo(db, kind.table)) {
    if (action === 'SET_NULL' || kind.parts?.includes(table)) continue
    const of = kinds.find((each) => each.table === table)
    const { rows } = await sql<{ id: string | null }>`
      select to_jsonb(row) ->> 'id' as id from ${sql.table(table)} as row where ${sql.ref(`row.${column}`)} = ${id}
      limit ${MAX_COUNT}`.execute(db)
    if (rows.length === 0) continue
    const ids = rows.slice(0, MAX_NAMES).flatMap((row) => (row.id === null ? [] : [row.id]))
    const labels = of ? await of.labels(db, ids) : new Map<string, string>()
    const [one, many] = WORDS[table] ?? [plain(table), heading(plain(table))]
    const dependents = {
      words: of?.many ?? many,
      one: of?.one ?? one,
      count: rows.length,
      names: ids.flatMap((each) => labels.get(each) ?? []),
    }
    if (action === 'CASCADE' && !kind.heldBy?.includes(table)) removal.taken.push(dependents)
    else removal.blocked.push(dependents)
  }
  return removal
}

/** '3 user groups (Lenders, Bidders, Advisers)', '1 user (Ann Lee)', '10,000 or more documents (…)' */
export function dependentsText({ words, one, count, names }: HoldingDependents): string {
  const many = withinSentence({ one, many: words })
  const more = count > names.length ? ' and others' : ''
  const number = `${formatNumber(count)}${count < MAX_COUNT ? '' : ' or more'}`
  return `${number} ${count === 1 ? one : many}${names.length === 0 ? '' : ` (${names.join(', ')}${more})`}`
}
