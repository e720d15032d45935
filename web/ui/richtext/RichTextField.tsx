import { SkeletonLines } from '../feedback/Skeletons.tsx'
import { lazily } from '../navigation/lazily.tsx'

/** An editor of rich text with its toolbar; what it is made of is loaded with the first of them. */
export const RichTextField = lazily(
  async () => (await import('./editor/RichTextEditor.tsx')).RichTextEditor,
  <SkeletonLines count={4} />,
)
