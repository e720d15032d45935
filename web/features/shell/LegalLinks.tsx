import { usePage } from '../../graphql/page.ts'

/** The operator's own pages, in a new tab (SHELL-34). */
export function LegalLinks() {
  const { privacyUrl, termsUrl } = usePage().config
  return (
    <>
      <a href={privacyUrl} target="_blank" rel="noopener noreferrer">
        Privacy policy
      </a>
      <a href={termsUrl} target="_blank" rel="noopener noreferrer">
        Terms of service
      </a>
    </>
  )
}
