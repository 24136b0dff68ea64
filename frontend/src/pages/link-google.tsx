export function LinkGooglePage() {
  return null;
}
