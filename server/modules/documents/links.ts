import type { Link } from '../../contracts/links.ts'
import type { DocumentsDoor } from './door.ts'
import { exportLinks } from './exports/exportLinks.ts'
import { markedPdfAddress, pageAddress } from './pages/signedAddress.ts'
import { proofLinks } from './proof/proofLinks.ts'

/** Addresses that lead to documents, their pages, zips and tables. */
export const documentLinks = (documents: DocumentsDoor): Link[] => [
  {
    // The lasting link of a document.
    kind: 'redirect',
    leadsToFile: true,
    url: '/documents/:treeId/:documentId/download',
    to: async (actor, { part }) => {
      const input = { treeId: part('treeId'), documentId: part('documentId') }
      const marked = await documents.pages.markedPdfs.lasting(actor, input)
      return marked ?? (await documents.download(actor, input.treeId, input.documentId)).url
    },
  },
  {
    // The address in the mail of a zip (DOP-28).
    kind: 'redirect',
    leadsToFile: true,
    url: '/zip-exports/:id',
    to: (actor, { part }) => documents.zips.address(actor, part('id')),
    gone: 'This zip is no longer available. Please request it again from its folder.',
  },
  {
    // A page of a file, with the mark of whoever it is for (PAGE-11).
    kind: 'picture',
    url: '/files/page/:id/:number',
    open: (actor, address) => documents.pages.picture(actor, pageAddress(address)),
  },
  {
    // A file as a PDF that bears the mark of whoever it is for (MARK-28).
    kind: 'madeFile',
    url: '/files/marked/:id',
    open: (actor, address) => documents.pages.markedPdfs.file(actor, markedPdfAddress(address)),
  },
  ...exportLinks(documents.exports),
  ...proofLinks(documents.proof),
  {
    kind: 'spreadsheet',
    url: '/documents/:treeId/reading',
    open: (actor, { part }) => documents.readingTimes.spreadsheet(actor, part('treeId')),
  },
  {
    kind: 'spreadsheet',
    url: '/documents/:treeId/redaction-log',
    open: (actor, { part, one }) =>
      documents.redactions.log(actor, { treeId: part('treeId'), documentId: one('documentId') }),
  },
]
