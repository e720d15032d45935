/** The 25 permissions: name as the API writes it, codename as roles carry it (ORG-09 to ORG-15). */
export const CODENAMES = {
  ACCESS_LOG_VIEW: 'access_log:view',
  CHECKLISTS_ADMIN: 'checklists:admin',
  DEALROOM_VIEW: 'dealroom:view',
  DEALROOM_ADMIN: 'dealroom:admin',
  DOCUMENTS_ADMIN: 'documents:admin',
  DOCUMENTS_EDIT: 'documents:edit',
  DOCUMENTS_DELETE: 'documents:delete',
  DOCUMENTS_HISTORY_VIEW: 'documents_history:view',
  DOCUMENTS_VIEW: 'documents:view',
  O_AND_M_ADMIN: 'o_and_m:admin',
  O_AND_M_VIEW: 'o_and_m:view',
  OVERVIEW_VIEW: 'overview:view',
  ORG_ADMIN: 'org:admin',
  PROJECTS_VIEW: 'projects:view',
  PROJECTS_ADMIN: 'projects:admin',
  QUESTION_LOG_ADMIN: 'questions:admin',
  QUESTION_ANSWERS_EDIT: 'question_answers:edit',
  QUESTION_ANSWERS_VIEW: 'question_answers:view',
  QUESTIONS_EDIT: 'questions:edit',
  QUESTIONS_VIEW: 'questions:view',
  REPORTS_ADMIN: 'reports:admin',
  REPORTS_EDIT: 'reports:edit',
  REPORTS_HISTORY_VIEW: 'reports_history:view',
  REPORTS_VIEW: 'reports:view',
  USERS_ADMIN: 'users:admin',
} as const

export type Permission = keyof typeof CODENAMES

export const PERMISSIONS = Object.keys(CODENAMES) as readonly Permission[]

/** Those that administer something, which nobody gives without holding them (PPL-32). */
export const ADMIN_PERMISSIONS: readonly Permission[] = PERMISSIONS.filter((name) =>
  CODENAMES[name].endsWith(':admin'),
)

/** With one of them on an entity a person works for its deal team; so does who administers its organisation (QA-40). */
export const DEAL_TEAM: readonly Permission[] = [
  'DEALROOM_ADMIN',
  'QUESTION_LOG_ADMIN',
  'QUESTION_ANSWERS_EDIT',
  'CHECKLISTS_ADMIN',
  'DOCUMENTS_EDIT',
  'DOCUMENTS_ADMIN',
]

const NAMES = new Map<string, Permission>(PERMISSIONS.map((name) => [CODENAMES[name], name]))

/** The permission behind a codename; null for one that is not of the vocabulary. */
export const permissionOf = (codename: string): Permission | null => NAMES.get(codename) ?? null

const BIDDER: readonly Permission[] = [
  'DEALROOM_VIEW',
  'OVERVIEW_VIEW',
  'DOCUMENTS_VIEW',
  'PROJECTS_VIEW',
  'QUESTIONS_VIEW',
  'QUESTIONS_EDIT',
  'QUESTION_ANSWERS_VIEW',
]
const VIEWER: readonly Permission[] = [...BIDDER.filter((name) => name !== 'QUESTIONS_EDIT'), 'REPORTS_VIEW']
const CONTRIBUTOR: readonly Permission[] = [
  ...VIEWER,
  'DOCUMENTS_EDIT',
  'QUESTIONS_EDIT',
  'REPORTS_EDIT',
  'O_AND_M_VIEW',
]
const Q_AND_A_MANAGER: readonly Permission[] = [
  ...VIEWER,
  'QUESTION_LOG_ADMIN',
  'QUESTIONS_EDIT',
  'QUESTION_ANSWERS_EDIT',
]
const DEAL_ROOM_ADMIN: readonly Permission[] = [
  ...new Set([...CONTRIBUTOR, ...Q_AND_A_MANAGER]),
  'DEALROOM_ADMIN',
  'ACCESS_LOG_VIEW',
  'DOCUMENTS_DELETE',
  'DOCUMENTS_ADMIN',
  'DOCUMENTS_HISTORY_VIEW',
  'CHECKLISTS_ADMIN',
  'PROJECTS_ADMIN',
  'REPORTS_ADMIN',
  'REPORTS_HISTORY_VIEW',
]

/** The roles that each new organisation starts with (ORG-18 to ORG-22); from then on they are data. */
export const DEFAULT_ROLES: Readonly<Record<string, readonly Permission[]>> = {
  Bidder: BIDDER,
  Viewer: VIEWER,
  Contributor: CONTRIBUTOR,
  'Q&A Manager': Q_AND_A_MANAGER,
  'Deal Room Admin': DEAL_ROOM_ADMIN,
  'Users Admin': [...VIEWER, 'USERS_ADMIN'],
  'Organisation Admin': PERMISSIONS,
}
