/** The words that a markdown view shows or gives to screen readers. */
export interface MarkdownLabels {
  table: string;
  /** Stands over code of which no language is known. */
  code: string;
  /** Names of a task's checkbox. */
  taskDone: string;
  taskOpen: string;
  copy: string;
  insert: string;
  newFile: string;
  wrap: string;
}
