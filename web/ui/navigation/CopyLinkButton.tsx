import Button from '@mui/material/Button'
import { IconCheck, IconLink } from '@tabler/icons-react'
import { useCopied } from './useCopied.ts'

interface CopyLinkButtonProps {
  /** The address to copy. */
  link: string
  variant?: 'outlined' | 'text'
  size?: 'small' | 'medium'
  /** What is said of it where several stand side by side. */
  label?: string
}

/** Copies a link, says 'Copied!' for a second and can't be pressed meanwhile (FMT-17). */
export function CopyLinkButton({ link, variant, size, label }: CopyLinkButtonProps) {
  const { copied, copy } = useCopied()
  return (
    <Button
      variant={variant}
      size={size}
      disabled={copied}
      aria-label={copied ? undefined : label}
      startIcon={copied ? <IconCheck /> : <IconLink />}
      onClick={() => copy(link)}
    >
      <span aria-live="polite">{copied ? 'Copied!' : 'Copy link'}</span>
    </Button>
  )
}
