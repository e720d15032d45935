import { Page, Sheet, usePageTitle } from '../../ui/index.ts'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { VIEW_ONLY } from './viewOnly.generated.ts'

/** README's words on view only: what it can do, and what it can't (VIEW-31). */
export function ViewOnlyPage() {
  usePageTitle('View only')
  return (
    <Page title="View only">
      <Sheet>
        <Markdown text={VIEW_ONLY} />
      </Sheet>
    </Page>
  )
}
