// Permissions as people read them.

export const PERMISSION_KINDS = ['View', 'Edit', 'Delete', 'Admin', 'History'] as const
export type PermissionKind = (typeof PERMISSION_KINDS)[number]

/** All permissions that there are, by what they are about (ORG-09 to ORG-15). */
export const PERMISSION_AREAS: readonly {
  readonly label: string
  readonly codenames: Partial<Record<PermissionKind, string>>
}[] = [
  { label: 'Deal room', codenames: { View: 'dealroom:view', Admin: 'dealroom:admin' } },
  { label: 'Overview', codenames: { View: 'overview:view' } },
  { label: 'Access log', codenames: { View: 'access_log:view' } },
  { label: 'Checklists', codenames: { Admin: 'checklists:admin' } },
  {
    label: 'Documents',
    codenames: {
      View: 'documents:view',
      Edit: 'documents:edit',
      Delete: 'documents:delete',
      Admin: 'documents:admin',
      History: 'documents_history:view',
    },
  },
  {
    label: 'Reports',
    codenames: {
      View: 'reports:view',
      Edit: 'reports:edit',
      Admin: 'reports:admin',
      History: 'reports_history:view',
    },
  },
  { label: 'O&M', codenames: { View: 'o_and_m:view', Admin: 'o_and_m:admin' } },
  { label: 'Projects', codenames: { View: 'projects:view', Admin: 'projects:admin' } },
  {
    label: 'Questions',
    codenames: { View: 'questions:view', Edit: 'questions:edit', Admin: 'questions:admin' },
  },
  { label: 'Answers', codenames: { View: 'question_answers:view', Edit: 'question_answers:edit' } },
  { label: 'Users', codenames: { Admin: 'users:admin' } },
  { label: 'Organisation', codenames: { Admin: 'org:admin' } },
]

/** Each permission by its codename: 'Documents: View'. */
export const PERMISSION_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  PERMISSION_AREAS.flatMap(({ label, codenames }) =>
    Object.entries(codenames).map(([kind, codename]) => [codename, `${label}: ${kind}`]),
  ),
)
