import type { LinkRequest, SpreadsheetLink } from '../../../contracts/links.ts'
import { momentOf } from '../../../contracts/moments.ts'
import type { HistoryFilter } from '../history/history.ts'
import type { DocumentExports } from './exports.ts'

/** File index, change log, access log and what is new of a tree by their addresses (API-151, API-152, NEW-02). */
export const exportLinks = (exports: DocumentExports): SpreadsheetLink[] => [
  {
    kind: 'spreadsheet',
    url: '/documents/:treeId/file-index',
    open: (actor, asked) =>
      exports.fileIndex(actor, {
        treeId: asked.part('treeId'),
        columns: asked.all('columns'),
        folderId: asked.one('folderId'),
        origin: asked.origin,
      }),
  },
  {
    kind: 'spreadsheet',
    url: '/documents/:treeId/change-log',
    open: (actor, asked) => exports.changeLog(actor, asked.part('treeId'), filterOf(asked)),
  },
  {
    kind: 'spreadsheet',
    url: '/documents/:treeId/new/spreadsheet',
    open: (actor, asked) =>
      exports.newIndex(actor, {
        treeId: asked.part('treeId'),
        folderId: asked.one('folderId'),
        fileTypes: asked.all('fileTypes'),
        origin: asked.origin,
      }),
  },
  {
    kind: 'spreadsheet',
    url: '/documents/:treeId/access-log',
    open: (actor, asked) => exports.accessLog(actor, asked.part('treeId')),
  },
]

/** Filters of the history view's address. */
const filterOf = (asked: LinkRequest): HistoryFilter => ({
  rootId: asked.one('rootId'),
  search: asked.one('q'),
  ancestorIds: asked.all('ancestorIds'),
  activityTypes: asked.all('activityTypes'),
  fileTypes: asked.all('fileTypes'),
  userGroupIds: asked.all('userGroupIds'),
  userIds: asked.all('userIds'),
  since: momentOf(asked.one('since')),
})
