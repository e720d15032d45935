import {
  IconFileText,
  IconListCheck,
  IconMessageQuestion,
  IconNotes,
  IconSolarPanel,
} from '@tabler/icons-react'

/** Kinds of what a search finds, in the order of their lists, with their names in the address. */
export const KINDS = [
  { key: 'documents', kind: 'DOCUMENT', label: 'Documents', icon: IconFileText },
  { key: 'questions', kind: 'QUESTION', label: 'Questions', icon: IconMessageQuestion },
  { key: 'projects', kind: 'PROJECT', label: 'Projects', icon: IconSolarPanel },
  { key: 'cells', kind: 'CHECKLIST_ITEM', label: 'Checklist cells', icon: IconListCheck },
  { key: 'pages', kind: 'PAGE', label: 'Pages', icon: IconNotes },
] as const

export type Kind = (typeof KINDS)[number]
