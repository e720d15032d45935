import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import type { Theme } from '@mui/material/styles'
import { useForm } from 'react-hook-form'
import { isSafeAddress } from '../../../../shared/richText.ts'
import { Form } from '../../form/Form.tsx'
import { SubmitButton } from '../../form/SubmitButton.tsx'
import { TextField } from '../../form/TextField.tsx'
import { floating } from '../../theme/floating.ts'
import { styled } from '../../theme/styled.tsx'

const Fields = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  width: 340,
  maxWidth: 'calc(100vw - 32px)',
  padding: 14,
  '& > div:last-child': { display: 'flex', justifyContent: 'flex-end', gap: 8 },
})

const paper = (theme: Theme) => ({ ...floating(theme), borderRadius: '8px', marginTop: '4px' })

/** What was typed as an address; what has no scheme leads to a site, or to a person. */
export function addressOf(typed: string): string {
  const text = typed.trim()
  if (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)) return text
  return /^[^\s@/]+@[^\s@/]+$/.test(text) ? `mailto:${text}` : `https://${text}`
}

interface LinkPopoverProps {
  anchor: Element
  /** '' where there is no link yet. */
  href: string
  onClose: () => void
  /** @param href '' takes the link away */
  onSet: (href: string) => void
}

/** Asks where a link leads. */
export function LinkPopover({ anchor, href, onClose, onSet }: LinkPopoverProps) {
  const form = useForm({ defaultValues: { href } })
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      transitionDuration={0}
      slotProps={{ paper: { role: 'dialog', 'aria-label': 'Link', sx: paper } }}
    >
      <Form
        form={form}
        disposable
        onSubmit={async (values: { href: string }) => {
          onSet(addressOf(values.href))
          return undefined
        }}
      >
        <Fields>
          <TextField
            name="href"
            label="Address"
            autoFocus
            autoComplete="off"
            rules={{
              validate: (text: string) =>
                isSafeAddress(addressOf(text)) ||
                'A link must begin with http://, https:// or mailto:. Please correct or remove it.',
            }}
          />
          <div>
            {href !== '' && <Button onClick={() => onSet('')}>Remove link</Button>}
            <SubmitButton>Set link</SubmitButton>
          </div>
        </Fields>
      </Form>
    </Popover>
  )
}
