import type pg from 'pg'
import { stemOf } from '../../shared/finding/stems.ts'

/** Pages of a document, and words of a page: a contract. */
const PAGES = 20
const WORDS = 250
/** Words that stand in the texts; a word is the rarer the later it comes, as in a language. */
const VOCABULARY = 20_000
/** Documents that have the same text, since a text takes longer to make up than to write. */
const COPIES = 50
/** Documents whose texts are written in one statement. */
const BATCH = 1000

export interface GrowTextsOptions {
  readonly treeId: string
  /** Lists that the reader of the measures reads by. */
  readonly readableAcls: readonly number[]
  readonly documents: number
  /** Pages that the reader does not see and that hold a word of their own. */
  readonly hiddenPages: number
}

export interface GrownTexts {
  readonly documents: number
  readonly pages: number
  /** Words from common to rare. */
  readonly words: readonly string[]
  /** Stands in hidden pages alone, so many of them. */
  readonly hidden: { readonly word: string; readonly pages: number }
}

/** Stands in hidden pages alone. */
const HIDDEN = 'xylem'
/** Stands nowhere. */
export const NOWHERE = 'xylum'

/** Pronounceable words that are their own stems, so that the index has one key for each. */
function vocabulary(): string[] {
  const words: string[] = []
  const [heads, middles] = [[...'bdfgklmnprtvz'], [...'aiou']]
  for (const tail of [...'mnpkbgtrdvf']) {
    for (const a of heads) {
      for (const b of middles) {
        for (const c of heads) {
          for (const d of middles) {
            const word = `${a}${b}${c}${d}${tail}`
            if (stemOf(word) === word) words.push(word)
          }
        }
      }
    }
  }
  if (words.length < VOCABULARY) throw new Error('There are too few words.')
  return words.slice(0, VOCABULARY)
}

/**
 * Gives files of a grown tree texts of twenty pages, by SQL with what the product would have written. Every fifth file is
 * hidden from a viewer, and has words as the others do; some of the hidden ones have one that stands nowhere else.
 */
export async function growTexts(
  pool: pg.Pool,
  { treeId, readableAcls, documents, hiddenPages }: GrowTextsOptions,
): Promise<GrownTexts> {
  const words = vocabulary()
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query('create temporary table vocabulary (at integer primary key, word text not null)')
    await client.query(
      'insert into vocabulary select at - 1, word from unnest($1::text[]) with ordinality as each (word, at)',
      [words],
    )
    const templates = Math.ceil(documents / COPIES)
    await client.query('select setseed(0.5)')
    await client.query(
      `create temporary table template as
       select document, page, string_agg(word, ' ' order by n) as text
       from (
         select document, page, n, floor(power(${VOCABULARY}::float8, random()))::integer - 1 as at
         from generate_series(0, ${templates - 1}) document, generate_series(1, ${PAGES}) page,
           generate_series(1, ${WORDS}) n) as each join vocabulary using (at)
       group by document, page`,
    )
    await client.query(
      `create temporary table template_words as
       select document, array_agg(distinct each) as words
       from template, unnest(string_to_array(text, ' ')) each group by document`,
    )
    await client.query('create index on template (document)')
    await client.query('create index on template_words (document)')
    await client.query(
      `insert into text_scope (organisation_id, tree_id, acl_id)
       select distinct tree.organisation_id, tree.id, document.acl_id
       from document join document_tree tree on tree.id = document.tree_id
       where document.tree_id = $1 and not document.is_folder`,
      [treeId],
    )
    await client.query(
      `create temporary table chosen as
       select document.id, tree.organisation_id, scope.id as scope_id,
         (row_number() over (order by document.id) - 1)::integer as number,
         document.acl_id <> all($3::bigint[]) and row_number() over (
           partition by document.acl_id = any($3::bigint[]) order by document.id) <= $4 as is_marked
       from document join document_tree tree on tree.id = document.tree_id
         join text_scope scope on scope.tree_id = tree.id and scope.acl_id = document.acl_id
       where document.tree_id = $1 and not document.is_folder
       order by document.id limit $2`,
      [treeId, documents, readableAcls, hiddenPages / PAGES],
    )
    await client.query('create index on chosen (number)')
    // Word by word it would take most of an hour; built at the end it is the same index.
    const { rows: indexes } = await client.query<{ definition: string }>(
      `select pg_get_indexdef('document_text_part_words'::regclass) as definition`,
    )
    await client.query('drop index document_text_part_words')
    for (let from = 0; from < documents; from += BATCH) {
      await client.query(
        `insert into document_text_page (organisation_id, document_id, place, page, text, ocr)
         select organisation_id, id, page, page, case when is_marked then text || ' ${HIDDEN}' else text end, 'NONE'
         from chosen join template on template.document = number % $2 where number >= $1 and number < $1 + ${BATCH}`,
        [from, templates],
      )
      await client.query(
        `insert into document_text_part
           (organisation_id, document_id, part, is_whole, first_place, last_place, scope_id, words)
         select organisation_id, id, 1, true, 1, ${PAGES}, scope_id,
           array_to_tsvector(array(
             select scope_id || 'w=' || each
             from unnest(case when is_marked then words || '${HIDDEN}'::text else words end) each))
         from chosen join template_words on template_words.document = number % $2
         where number >= $1 and number < $1 + ${BATCH}`,
        [from, templates],
      )
    }
    await client.query(`set maintenance_work_mem = '512MB'`)
    for (const { definition } of indexes) await client.query(definition)
    return { documents, pages: documents * PAGES, words, hidden: { word: HIDDEN, pages: hiddenPages } }
  } finally {
    await client.query('reset all')
    client.release()
  }
}
