import type { Exported, ExportRequest, OpenExport } from './exports.ts'

/** Filters of the history view's address, as the change log takes them. */
export interface ChangeLogFilter {
  /** The folder or file in view; null for the whole tree. */
  rootId: string | null
  search: string | null
  ancestorIds: string[]
  activityTypes: string[]
  fileTypes: string[]
  userGroupIds: string[]
}

/** What makes the spreadsheets of a tree; each throws what the answer says instead. */
export interface DocumentExporter<Session> {
  fileIndex(
    session: Session,
    input: { treeId: string; columns: string[]; folderId: string | null; origin: string },
  ): Promise<Exported>
  changeLog(session: Session, treeId: string, filter: ChangeLogFilter): Promise<Exported>
  accessLog(session: Session, treeId: string): Promise<Exported>
}

/** File index, change log and access log of a tree by their addresses (API-151, API-152). */
export const documentExports = <Session>(
  exporter: DocumentExporter<Session>,
): Readonly<Record<string, OpenExport<Session>>> => ({
  '/documents/:treeId/file-index': (session, asked) =>
    exporter.fileIndex(session, {
      treeId: asked.part('treeId'),
      columns: asked.all('columns'),
      folderId: asked.one('folderId'),
      origin: asked.origin,
    }),
  '/documents/:treeId/change-log': (session, asked) =>
    exporter.changeLog(session, asked.part('treeId'), filterOf(asked)),
  '/documents/:treeId/access-log': (session, asked) => exporter.accessLog(session, asked.part('treeId')),
})

const filterOf = (asked: ExportRequest): ChangeLogFilter => ({
  rootId: asked.one('rootId'),
  search: asked.one('q'),
  ancestorIds: asked.all('ancestorIds'),
  activityTypes: asked.all('activityTypes'),
  fileTypes: asked.all('fileTypes'),
  userGroupIds: asked.all('userGroupIds'),
})
