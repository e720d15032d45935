import type { Subject } from '../../activity/index.ts'

export const invitationSubject = (id: string): Subject => ({ kind: 'invitation', id })
export const groupSubject = (id: string): Subject => ({ kind: 'user_group', id })
