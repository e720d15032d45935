import { sql } from 'kysely'
import { conflict } from '../../access/errors.ts'
import { type AdminResource, requiredIn, tableResource } from '../../admin/index.ts'
import { currentLicence, publishIn } from './licence.ts'

/** Characters of the longest licence agreement that is taken: some 100 pages. */
const MAX_LICENCE = 300_000

/** The versions of the licence agreement; who has not accepted the newest is asked again (EULA-12). */
export const licenceKind = (): AdminResource => ({
  ...tableResource({
    name: 'licence',
    path: 'system/licence',
    section: 'System',
    one: 'licence version',
    many: 'Licence versions',
    about:
      'Whoever has not accepted the newest version is asked before anything else. Where LICENCE_FILE is set, a start of the server publishes that text again.',
    table: 'licence',
    key: 'version',
    keyType: 'bigint',
    names: sql`'Version ' || row.version`,
    searched: ['body'],
    sort: '-publishedAt',
    columns: {
      accepted: sql`(select count(*) from licence_acceptance given where given.version = row.version)`,
    },
    fields: [
      { name: 'version', label: 'Version', type: 'NUMBER', readOnly: true, listed: true },
      {
        name: 'body',
        label: 'Text',
        type: 'LONG_TEXT',
        required: true,
        max: MAX_LICENCE,
        help: 'Paragraphs with a blank line between them; a heading begins with ##.',
      },
      {
        name: 'publishedAt',
        label: 'Published',
        type: 'MOMENT',
        readOnly: true,
        listed: true,
        sortable: true,
      },
      { name: 'accepted', label: 'Accepted by', type: 'NUMBER', readOnly: true, listed: true },
    ],
  }),
  create: async (tx, _actor, values) => {
    const text = requiredIn(values, 'body')
    const { text: current } = await currentLicence(tx)
    const same = 'This is the text of the newest version already.'
    if (text.replaceAll('\r\n', '\n').trim() === current.trim()) throw conflict(same, { body: same })
    return String(await publishIn(tx, text))
  },
})
