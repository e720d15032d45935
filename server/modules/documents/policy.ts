import { type DocumentAccess, reaches } from '../../../shared/documentLevels.ts'
import type { TabKind } from '../../../shared/enumerations.ts'
import type { Permission } from '../../../shared/permissions.ts'
import {
  type Actor,
  holds,
  organisationIdsOf,
  type PermissionScope,
  permissionsAnywhere,
} from '../../access/actor.ts'

/** Which permission opens what in a tree of each type (DOC-36, DOC-37, ORG-57). */
const RIGHTS: Readonly<Record<TabKind, Readonly<Record<TreeRight, Permission>>>> = {
  DOCUMENTS: {
    view: 'DOCUMENTS_VIEW',
    edit: 'DOCUMENTS_EDIT',
    delete: 'DOCUMENTS_DELETE',
    admin: 'DOCUMENTS_ADMIN',
    history: 'DOCUMENTS_HISTORY_VIEW',
  },
  REPORTS: {
    view: 'REPORTS_VIEW',
    edit: 'REPORTS_EDIT',
    delete: 'REPORTS_ADMIN',
    admin: 'REPORTS_ADMIN',
    history: 'REPORTS_HISTORY_VIEW',
  },
  O_AND_M: {
    view: 'O_AND_M_VIEW',
    edit: 'O_AND_M_ADMIN',
    delete: 'O_AND_M_ADMIN',
    admin: 'O_AND_M_ADMIN',
    history: 'O_AND_M_ADMIN',
  },
}

type TreeRight = 'view' | 'edit' | 'delete' | 'admin' | 'history'

/** A person's rights in a tree. */
export interface TreeRights {
  view: boolean
  /** New folder, upload, move, rename. */
  edit: boolean
  delete: boolean
  /** Sees every document (PERM-11) and changes who sees which. */
  admin: boolean
  /** Sees what was done to the documents that they see (HIST-02); an admin needs it besides (ORG-53, ORG-56). */
  history: boolean
  /** Sees who read the documents that they see (ORG-47). */
  accessLog: boolean
}

/** Whether versions before the current one are seen: by who may edit, and by readers where the tree says so (DOC-44). */
export const seesEarlierVersions = (tree: {
  rights: Pick<TreeRights, 'edit'>
  readersSeeEarlierVersions: boolean
}): boolean => tree.rights.edit || tree.readersSeeEarlierVersions

/** The permission that opens trees of that type. */
export const viewRight = (type: TabKind): Permission => RIGHTS[type].view

/** The permission with which every document of a tree of that type is seen, whatever its permissions (PERM-11). */
export const adminRight = (type: TabKind): Permission => RIGHTS[type].admin

/** The permissions of which each opens trees of that type: an admin's includes the view (DOC-36). */
export const openingRights = (type: TabKind): Permission[] => [RIGHTS[type].view, RIGHTS[type].admin]

/** What the actor may do in a tree of that type at that place; an admin's right includes the others (DOC-36). */
export function treeRights(actor: Actor, type: TabKind, place: PermissionScope): TreeRights {
  const has = (right: TreeRight): boolean => holds(actor, RIGHTS[type][right], place)
  const admin = has('admin')
  const view = admin || has('view')
  return {
    admin,
    view,
    edit: admin || has('edit'),
    delete: admin || has('delete'),
    history: view && has('history'),
    accessLog: view && holds(actor, 'ACCESS_LOG_VIEW', place),
  }
}

/** The permissions of which each lets somebody publish in some tree: an admin's includes the right to edit. */
const PUBLISHING: ReadonlySet<Permission> = new Set(
  Object.values(RIGHTS).flatMap(({ edit, admin }) => [edit, admin]),
)

/** Ids of the organisations of which the actor is a member and where they may publish something at all. */
export const publishesIn = (actor: Actor): string[] =>
  organisationIdsOf(actor).filter((id) => permissionsAnywhere(actor, id).some((each) => PUBLISHING.has(each)))

/**
 * Whether somebody who opens a tree meets what is staged in it: whoever edits it, and admins of the room (STAGE-03). In the
 * view of others an admin sees what these will see once it is published (STAGE-08).
 */
export const meetsStaged = (
  actor: Actor,
  rights: Pick<TreeRights, 'edit'>,
  place: PermissionScope,
): boolean => rights.edit || actor.viewing !== null || holds(actor, 'DEALROOM_ADMIN', place)

/** Whether somebody who edits knows every publication of a tree, and may take it back; others their own. */
export const meetsAllPublications = (
  actor: Actor,
  rights: Pick<TreeRights, 'admin'>,
  place: PermissionScope,
): boolean => rights.admin || holds(actor, 'DEALROOM_ADMIN', place)

/**
 * Whether somebody who edits may drop a staged change (STAGE-04): with another's new version a file goes to the bin, as with a
 * deletion.
 */
export const mayDropChange = (
  rights: Pick<TreeRights, 'edit' | 'delete' | 'admin'>,
  { kind, isOwn }: { kind: 'VERSION' | 'MOVE' | 'PERMISSION'; isOwn: boolean },
): boolean => {
  if (kind === 'PERMISSION') return rights.admin
  return rights.edit && (kind === 'MOVE' || isOwn || rights.delete)
}

/** Whether the actor may see who uses an entity's documents how much (ANA-16). */
export const mayAnalyse = (actor: Actor, place: PermissionScope): boolean =>
  ANALYSTS.some((permission) => holds(actor, permission, place))

/** The permissions of which each shows who uses and reads an entity's documents how much (ANA-16, PAGE-30). */
export const ANALYSTS = ['DEALROOM_ADMIN', 'DOCUMENTS_ADMIN'] as const satisfies readonly Permission[]

/** Whether the actor may create labels of an organisation's documents. */
export const mayCreateLabels = (actor: Actor, organisationId: string): boolean => {
  const place: PermissionScope = { kind: 'organisation', organisationId }
  return holds(actor, 'DOCUMENTS_ADMIN', place) || holds(actor, 'ORG_ADMIN', place)
}

/** Whether the actor may say to whom an entity's documents are permitted, roles or groups. */
export const mayEditType = (actor: Actor, place: PermissionScope): boolean =>
  holds(actor, 'DEALROOM_ADMIN', place) || holds(actor, 'ORG_ADMIN', place)

/** Whether somebody is given the file as it was uploaded, and pictures of it that no mark could be read on (VIEW-14). */
export const isGivenOriginal = ({ level, rendition }: DocumentAccess): boolean =>
  level === 'ORIGINAL' && rendition === 'FULL'

/** Whether somebody is given what they see of a document as a PDF that bears their mark: the file, or its redacted rendition. */
export const isGivenMarkedPdf = ({ level }: DocumentAccess): boolean => reaches(level, 'PDF')

/** Whether somebody is given the file of a staged version of it, to look at before it is published. */
export const mayOpenStagedVersion = (rights: Pick<TreeRights, 'edit'>, access: DocumentAccess): boolean =>
  rights.edit && isGivenOriginal(access)

/** Whether somebody is given it without a mark, as a file: as it was uploaded, or its redacted rendition. */
export const isGivenFile = ({ level }: DocumentAccess): boolean => level === 'ORIGINAL'

/** What somebody may have of a document: of the file itself, of its redacted rendition, or nothing while there is none. */
interface Given {
  access: DocumentAccess
  rendition: object | null
}

/** Why nothing of a document is given (REDACT-21). */
export const BEING_PREPARED = 'This document is being prepared. Please come back later.'

/** Whether nothing of a document's content is given, since its redacted rendition is not made yet. */
export const isBeingPrepared = ({ access, rendition }: Given): boolean =>
  access.rendition === 'REDACTED' && rendition === null

/** Why somebody may not download a file, in one sentence; null where they may (VIEW-15). */
export function whyNoDownload(given: Given): string | null {
  if (isBeingPrepared(given)) return BEING_PREPARED
  const { access } = given
  if (isGivenFile(access)) return null
  return access.level === 'PDF' ? 'You may download this document as a marked PDF only.' : VIEWED_ONLY
}

/** The same of its marked PDF (MARK-23). */
export function whyNoMarkedPdf(given: Given): string | null {
  if (isBeingPrepared(given)) return BEING_PREPARED
  return isGivenMarkedPdf(given.access) ? null : VIEWED_ONLY
}

const VIEWED_ONLY = 'You may view this document, not download it.'

/** The principals of an actor of a tree, and those whose members are given the words of all that they see. */
interface Readers {
  principals: readonly string[]
  textPrincipals: readonly string[]
}

/**
 * Whether the actor of a tree is given words of what they are given of a document, be it the redacted rendition: what quotes a
 * document asks here or by `isGivenWords`, and nowhere else (VIEW-21).
 */
export const isGivenWordsOfPages = ({ level }: DocumentAccess, tree: Readers): boolean =>
  reaches(level, 'PDF') || tree.textPrincipals.some((id) => tree.principals.includes(id))

/** Whether they are given the words of the file itself. */
export const isGivenWords = (access: DocumentAccess, tree: Readers): boolean =>
  access.rendition === 'FULL' && isGivenWordsOfPages(access, tree)

/**
 * Whether the actor of a tree may redact a document: as somebody who edits, and is given all of the tree's root and of the
 * document itself (REDACT-01).
 */
export const mayRedact = (
  { rights }: { rights: Pick<TreeRights, 'edit'> },
  root: DocumentAccess,
  document: DocumentAccess = root,
): boolean => rights.edit && isGivenOriginal(root) && isGivenOriginal(document)
