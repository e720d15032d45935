import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconEye,
  IconSend,
  IconSignature,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { CHECKLIST_STATUS_LABELS, type ChecklistItemStatus } from '../../../shared/checklists.ts'
import { styled } from '../../ui/theme/styled.tsx'

const ICONS: Readonly<Record<ChecklistItemStatus, ComponentType<{ size?: number }>>> = {
  STATE_REQUESTED: IconCircleDashed,
  SUBMITTED_FOR_REVIEW: IconSend,
  UNDER_REVIEW: IconEye,
  THIRD_PARTY_REVIEW: IconUsers,
  FOLLOW_UP_NEEDED: IconAlertTriangleFilled,
  SIGNATURE_REQUIRED: IconSignature,
  DONE: IconCircleCheckFilled,
}

/** Colour never speaks alone: the label stands beside the icon. */
const Face = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minWidth: 0,
  fontWeight: 500,
  '& > svg': { flex: 'none' },
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '&[data-status="STATE_REQUESTED"]': {
    color: theme.vars.palette.ink2,
    '& > svg': { color: theme.vars.palette.ink3 },
  },
  '&[data-status="SUBMITTED_FOR_REVIEW"]': { color: theme.vars.palette.info.text },
  '&[data-status="UNDER_REVIEW"]': { color: theme.vars.palette.violet.text },
  '&[data-status="THIRD_PARTY_REVIEW"]': { color: theme.vars.palette.accent.text },
  '&[data-status="FOLLOW_UP_NEEDED"], &[data-status="SIGNATURE_REQUIRED"]': {
    color: theme.vars.palette.danger.text,
  },
  '&[data-status="DONE"]': { color: theme.vars.palette.success.text },
}))

/** The icon of a status in its colour. */
export function StatusIcon({ status }: { status: ChecklistItemStatus }) {
  const Icon = ICONS[status]
  return (
    <Face data-status={status}>
      <Icon size={16} />
    </Face>
  )
}

/** A status as its icon and label (CHK-09, CHK-32). */
export function StatusFace({ status }: { status: ChecklistItemStatus }) {
  const Icon = ICONS[status]
  return (
    <Face data-status={status}>
      <Icon size={16} />
      <span>{CHECKLIST_STATUS_LABELS[status]}</span>
    </Face>
  )
}
