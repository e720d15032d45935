import type { SpreadsheetLink } from '../../../contracts/links.ts'
import { momentOf } from '../../../contracts/moments.ts'
import type { AccessProof } from './proof.ts'

/** What somebody could see of a tree at a moment (PROOF-02), and groups by its folders (PROOF-03), as spreadsheets. */
export const proofLinks = (proof: AccessProof): SpreadsheetLink[] => [
  {
    kind: 'spreadsheet',
    url: '/documents/:treeId/access/spreadsheet',
    open: (actor, asked) =>
      proof.spreadsheet(actor, {
        treeId: asked.part('treeId'),
        personId: asked.one('personId'),
        groupId: asked.one('groupId'),
        folderId: asked.one('folderId'),
        at: momentOf(asked.one('at')),
      }),
  },
  {
    kind: 'spreadsheet',
    url: '/documents/:treeId/access/matrix',
    open: (actor, asked) =>
      proof.matrixSpreadsheet(actor, { treeId: asked.part('treeId'), at: momentOf(asked.one('at')) }),
  },
]
