/** What a read-only link shows. */
export function SharedPage() {
  return <h1>Shared Analysis</h1>;
}
