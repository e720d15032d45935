import { recordsAddress } from './office.ts'
import { withQuery } from './parts.ts'

/* What the server answers by itself: files, and ways to other applications. */

/** All that the API has, for its page. */
export const API_SCHEMA = '/api/schema'
export const CRM_TEMPLATE = '/salesforce/template'
export const CRM_CONNECT = '/salesforce/oauth/?applications=true'

/** The spreadsheet of the people of an organisation (PPL-27). */
export const usersExport = (orgSlug: string): string => `/${orgSlug}/users-export`

/** The spreadsheet of the projects in view (PROJ-19). */
export const projectsExport = (orgSlug: string, list: 'list' | 'nearby', shown: URLSearchParams): string =>
  withQuery(`/${orgSlug}/projects-${list}-export`, shown)

export const checklistExport = (checklistId: string): string => `/checklist/${checklistId}/spreadsheet`

/** The spreadsheet of records of a kind, searched and sorted as in the address of their list. */
export const recordsExport = (kind: string, search: string): string =>
  `${recordsAddress(`exports/${kind}`)}${search}`

/** What ends mails of a kind to whoever has the link. */
export const unsubscribeAddress = (token: string): string => `/unsubscribe/${encodeURIComponent(token)}`

/** The socket of a checklist's comments. */
export const commentsSocket = (portfolioId: string, checklistId: string): string =>
  `/ws/comments/${portfolioId}/${checklistId}/`

/** Where media that a page embeds are read by their name. */
export const MEDIA = {
  Portfolio: '/subpage-media',
  HoldingCompany: '/holding-company-subpage-media',
} as const

/** The index of what is new in a tree, in one of its folders and of some kinds of file (NEW-02). */
export const newIndexAddress = (
  treeId: string,
  folderId: string | null,
  kinds: readonly string[],
): string => {
  const asked = new URLSearchParams(kinds.map((kind) => ['fileTypes', kind]))
  if (folderId !== null) asked.set('folderId', folderId)
  return `/documents/${treeId}/new/spreadsheet${asked.size > 0 ? `?${asked}` : ''}`
}

/** The spreadsheet of what somebody could see in a tree (PROOF-02), or of its groups by folders (PROOF-03). */
export const accessExport = (
  treeId: string,
  of: 'spreadsheet' | 'matrix',
  asked: Readonly<Record<string, string | null | undefined>>,
): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value != null) query.set(name, value)
  return withQuery(`/documents/${treeId}/access/${of}`, query)
}
