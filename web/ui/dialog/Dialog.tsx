import MuiDialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import { styled } from '../theme/styled.tsx'
import { dialogWidths, motion } from '../theme/tokens.ts'
import { useBreakpoint } from '../theme/useBreakpoint.ts'
import { OwnWork } from '../unsaved/UnsavedPart.tsx'
import { GroupContext, type Leave, useWorkGroup } from '../unsaved/useUnsaved.ts'
import { DialogContext } from './dialogContext.ts'

export interface DialogProps {
  open: boolean
  /**
   * Called by Escape, the cross and `CancelButton`; never while `busy`, and after the question where something in the dialog
   * is unsaved. Whoever has saved calls it as it is.
   */
  onClose: () => void
  title: ReactNode
  /** A line above the title. */
  overline?: ReactNode
  /** 600, 880 or 1140 px wide (FMT-15). */
  size?: keyof typeof dialogWidths
  /** A question of one sentence: it stays small on a phone, too. */
  small?: boolean
  /** Buttons in the head, before the cross. */
  actions?: ReactNode
  /** Stands at this side of the window, over a page that is to be seen meanwhile. */
  side?: 'left' | 'right'
  /** A click beside it, which does nothing else. @param leave leaves what is open, after the question */
  onBeside?: (event: MouseEvent, leave: Leave) => void
  onKeyDown?: (event: KeyboardEvent, leave: Leave) => void
  /** Something is changed here that stands in no `Form`. */
  unsaved?: boolean
  /** Something runs that must not be closed away. */
  busy?: boolean
  /** `DialogBody` and `DialogFoot`, or a `Form` around both. */
  children: ReactNode
}

const DialogHead = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  flex: 'none',
  minHeight: 56,
  padding: '10px 12px 10px 24px',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  '& > div': { flex: 1, minWidth: 0 },
  '& p': { margin: 0, ...theme.typography.note },
  '& h2': { margin: 0, overflowWrap: 'anywhere', ...theme.typography.h3 },
  [theme.breakpoints.down('md')]: { paddingLeft: 16 },
}))

/** What the dialog holds; scrolls by itself. */
export const DialogBody = styled('div')(({ theme }) => ({
  flex: '1 1 auto',
  minHeight: 0,
  padding: 24,
  overflowY: 'auto',
  display: 'flex',
  flexDirection: 'column',
  gap: 18,
  // A form among other things is as high as its fields, however long these are, and a bar as its words.
  '& > form, & > [data-tone]': { flex: 'none' },
  [theme.breakpoints.down('md')]: { padding: 16 },
}))

/** The buttons: Cancel, then the action, at the right; sticks to the bottom on phones. */
export const DialogFoot = styled('div')(({ theme }) => ({
  display: 'flex',
  flex: 'none',
  justifyContent: 'flex-end',
  alignItems: 'center',
  gap: 8,
  padding: '0 24px 20px',
  [theme.breakpoints.down('md')]: {
    padding: '10px 16px',
    borderTop: `1px solid ${theme.vars.palette.line}`,
    // Stronger than the button's own rule, whichever of the two comes later.
    flexWrap: 'wrap',
    // Side by side where all of their words fit.
    '&& > *': { flex: 1, minWidth: 'max-content' },
    // What is done in place of what the dialog is for, such as a removal: a line of its own.
    '&& > [data-apart], && > [data-unsaved]': { flexBasis: '100%' },
  },
  '& > [data-apart]': { order: -2, marginRight: 'auto' },
  // The state of what the buttons save stands before them.
  '& > [data-unsaved]': { order: -1, marginRight: 'auto' },
}))

/**
 * The one dialog. Escape closes it, the keyboard stays inside and goes back to where it came from (FMT-28);
 * a click beside it does nothing. What is typed in it is not closed away unasked. Fills a phone.
 */
export function Dialog({
  open,
  onClose,
  title,
  overline,
  size = 'default',
  small = false,
  actions,
  side,
  onBeside,
  onKeyDown,
  unsaved = false,
  busy = false,
  children,
}: DialogProps) {
  const titleId = useId()
  const wide = useBreakpoint('md')
  const root = useRef<HTMLDivElement>(null)
  const { group, leave } = useWorkGroup()
  const close = useRef<() => void>(() => {})
  close.current = () => {
    if (!busy) leave(onClose)
  }
  const context = useMemo(() => ({ close: () => close.current(), busy }), [busy])
  useEffect(() => {
    if (!open) return
    // A button that is disabled while it runs loses the keyboard, which is nobody's until the dialog takes it back.
    const onKey = ({ key, target, defaultPrevented }: globalThis.KeyboardEvent) => {
      const dialogs = document.querySelectorAll('[data-dialog]')
      if (
        key === 'Escape' &&
        target === document.body &&
        !defaultPrevented &&
        isLast(dialogs, root.current)
      ) {
        close.current()
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])
  return (
    <MuiDialog
      ref={root}
      data-dialog=""
      open={open}
      onClose={(_event, reason) => {
        if (reason === 'escapeKeyDown') close.current()
      }}
      aria-labelledby={titleId}
      fullScreen={!wide && !small}
      maxWidth={false}
      transitionDuration={{ enter: motion.open, exit: 0 }}
      {...(onKeyDown && { onKeyDown: (event) => onKeyDown(event, leave) })}
      sx={side && wide ? ASIDE[side] : undefined}
      slotProps={{
        ...(onBeside && {
          container: {
            onClick: (event: MouseEvent) => {
              if (event.target === event.currentTarget) onBeside(event, leave)
            },
          },
        }),
        paper: {
          sx: wide
            ? { width: dialogWidths[size], maxWidth: 'calc(100% - 48px)', '& > form': formInside }
            : small
              ? { width: 'calc(100% - 32px)', m: '16px' }
              : { borderRadius: 0, '& > form': formInside },
        },
      }}
    >
      <GroupContext value={group}>
        <DialogContext value={context}>
          <OwnWork unsaved={unsaved} />
          <DialogHead>
            <div>
              {overline && <p>{overline}</p>}
              <h2 id={titleId}>{title}</h2>
            </div>
            {actions}
            <IconButton aria-label="Close" onClick={context.close} disabled={busy}>
              <IconX />
            </IconButton>
          </DialogHead>
          {children}
        </DialogContext>
      </GroupContext>
    </MuiDialog>
  )
}

const isLast = (all: NodeListOf<Element>, one: Element | null): boolean => all[all.length - 1] === one

/** What lies under it stays to be seen. */
const aside = (justifyContent: 'flex-start' | 'flex-end') =>
  ({
    '& .MuiDialog-container': { justifyContent },
    '& .MuiBackdrop-root': { opacity: '.36 !important' },
  }) as const
const ASIDE = { left: aside('flex-start'), right: aside('flex-end') }

/** A form around body and foot takes the paper's own column. */
const formInside = {
  gap: 0,
  flex: '1 1 auto',
  overflow: 'hidden',
  '& > [data-problem]': { padding: '16px 24px 0' },
  // The fields below it stay in sight.
  '& > [data-conflict]': { flex: '0 1 auto', maxHeight: '55%', overflowY: 'auto', padding: '16px 24px 0' },
} as const
