import type { RoomPhase } from '../../../../shared/enumerations.ts'

/** What will happen, said before it does (STAGE-01). */
export const EFFECTS: Readonly<Record<RoomPhase, string>> = {
  PREPARATION:
    'Only people who may edit or administer its documents, or administer the deal room, see its documents, Q&A, checklists, projects and pages. Others read “This room opens later.” and get no e-mails about it. “View as” shows what they will see.',
  OPEN: 'Everybody sees and does immediately what their groups permit.',
  CLOSING:
    'Its admins see that the deal room is being closed. The groups that you choose lose it at the moment that you set, in open pages within 5 seconds; others keep their access until it ends or the deal room is archived. The archive is made at that moment.',
  ARCHIVED:
    'Only admins of the deal room see it. Nothing in it can be changed, by them either, until it has another phase. Archives of it are made under Certificates.',
}
