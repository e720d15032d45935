export { RichTextField } from './RichTextField.tsx'
export { RichTextView } from './RichTextView.tsx'
