import { CopyLinkButton } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'

/** Addresses in a text, such as the link of an invitation; a sentence's mark after one is none of it. */
const LINK = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/

const Address = styled('span')({ overflowWrap: 'anywhere', '& + button': { verticalAlign: 'baseline' } })

/**
 * A long text, each address in it with a button that copies it whole: on the page it goes over several lines. It is no link:
 * whoever followed that of a person's mail would do what it is for.
 */
export function TextWithLinks({ text }: { text: string }) {
  return text.split(LINK).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text stays as it is
      <span key={at}>
        <Address>{part}</Address> <CopyLinkButton link={part} variant="text" size="small" />
      </span>
    ),
  )
}
