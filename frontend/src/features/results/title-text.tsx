/** A column's title: it may break between words, never at the hyphen of 'P-Value'. */
export function TitleText({ title }: { title: string }) {
  const words = title.split(/(\S*-\S*)/);
  if (words.length === 1) return title;
  return words.map((word) =>
    word.includes('-') ? (
      <span key={word} className="whitespace-nowrap">
        {word}
      </span>
    ) : (
      word
    ),
  );
}
