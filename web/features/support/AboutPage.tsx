import MailLink from '@mui/material/Link'
import { SUPPORT } from '../../addresses.ts'
import { usePage } from '../../graphql/page.ts'
import { Link, Page, Prose, usePageTitle } from '../../ui/index.ts'

/** What the product is, and whom to write to (SUP-09). */
export function AboutPage() {
  usePageTitle('About')
  const { supportEmail } = usePage().config
  return (
    <Page title="About">
      <Prose>
        <p>
          Helioroom is a data-room platform for clean-energy investment funds. Funds share the documents of
          solar, wind and storage portfolios in it with lenders, buyers and partners, who see what was
          permitted to them and nothing else.
        </p>
        <p>
          Every deal room keeps its folders, their versions and who read what in one place, from the first
          offer to operations.
        </p>
        <p>
          {supportEmail === null ? (
            <Link to={SUPPORT}>Contact us</Link>
          ) : (
            <>
              Contact us: <MailLink href={`mailto:${supportEmail}`}>{supportEmail}</MailLink>
            </>
          )}
        </p>
      </Prose>
    </Page>
  )
}
