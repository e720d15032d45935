import Button from '@mui/material/Button'
import { useCopied } from '../../../ui/index.ts'

/** An entry of a list: a value that the provider asks for, to be copied. */
export function GivenValue({ label, value }: { label: string; value: string }) {
  const { copied, copy } = useCopied()
  return (
    <li>
      <div>
        <code>{value}</code>
        <small>{label}</small>
      </div>
      <Button
        size="small"
        variant="text"
        disabled={copied}
        aria-label={`Copy: ${label}`}
        onClick={() => copy(value)}
      >
        {copied ? 'Copied!' : 'Copy'}
      </Button>
    </li>
  )
}
