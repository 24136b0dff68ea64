import { useEffect } from 'react';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { useNavigate, type NavigateFunction } from 'react-router-dom';
import { SavedList } from '#frontend/features/saved/saved-list.tsx';
import { analysesExamples } from '#test/contract/analyses.ts';
import { installAccountRoom } from '#test/support/account-room.tsx';
import { answerOf, gate, type Answer } from '#test/support/fake-server.ts';
import { summary } from '#test/support/saved-analysis.ts';

const { user, address, expectMessage, ...room } = installAccountRoom();

/** The server's answer with the version after a change. */
const CHANGED = { id: '1', version: 2, updatedAt: '2026-02-03T04:05:00.000Z' };
const PATCH = 'PATCH /api/analyses/1';
const october = summary({ id: '1', name: 'All regions', fileName: 'october.csv', note: 'Without the fair.' });
const november = summary({ id: '2', fileName: 'november.csv' });

function open(answers: Record<string, Answer> = {}) {
  return room.open({
    at: '/saved',
    pages: { '/saved': <SavedList /> },
    answers: { 'GET /api/analyses': { body: [october, november] }, ...answers },
  });
}

const names = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
const save = () => screen.getByRole('button', { name: 'Save' });
const nameField = () => screen.getByLabelText<HTMLInputElement>('Name');
const noteField = () => screen.getByLabelText<HTMLTextAreaElement>('Note');

async function rename(name = 'All regions'): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Rename ${name}` }));
}

async function type(field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.type(field, text);
}

/** The change that was sent last. */
const sent = (server: ReturnType<typeof open>): unknown => {
  const body = server.received(PATCH).at(-1)?.body;
  return typeof body === 'string' ? JSON.parse(body) : body;
};

describe('the name and the note of a saved analysis', () => {
  test('are shown with the name of the file', async () => {
    open();
    await screen.findByRole('link', { name: 'All regions' });
    expect(screen.getByText('october.csv')).toBeInTheDocument();
    expect(screen.getByText('Without the fair.')).toBeInTheDocument();
    expect(screen.getAllByText('november.csv')).toHaveLength(1);
  });

  test('are changed by the keyboard, and the focus returns', async () => {
    const labels = { ...CHANGED, name: 'October', note: 'Without the fair.' };
    const server = open({ [PATCH]: { body: labels } });
    await rename();
    expect(document.activeElement).toBe(nameField());
    server.answer('GET /api/analyses', { body: [{ ...october, ...labels }, november] });
    await type(nameField(), ' October {Enter}');
    await waitFor(() => expect(names()).toEqual(['October', 'november.csv']));
    expect(sent(server)).toEqual({ name: 'October' });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename October' }));
  });

  test('an empty name, and the name of the file, take the name away; the note alone leaves it', async () => {
    const server = open({ [PATCH]: answerOf(analysesExamples.labelled) });
    for (const [field, text, change] of [
      [nameField, 'october.csv', { name: null }],
      [nameField, '  ', { name: null }],
      [noteField, 'New', { note: 'New' }],
      [noteField, ' ', { note: '' }],
    ] as const) {
      await rename();
      await type(field(), text);
      await user.click(save());
      await waitFor(() => expect(sent(server)).toEqual(change));
      // The list that is fetched again has the old labels.
      await screen.findByRole('button', { name: 'Rename All regions' });
    }
  });

  test('a note of 2,000 characters is saved, a longer one is not, and is not cut', async () => {
    const server = open({ [PATCH]: answerOf(analysesExamples.labelled) });
    await rename();
    await user.clear(noteField());
    await user.click(noteField());
    await user.paste('n'.repeat(2001));
    expect(screen.getByText(/2,001 of 2,000 characters/)).toBeInTheDocument();
    await user.click(save());
    expect(server.received(PATCH)).toEqual([]);
    await user.keyboard('{Backspace}');
    await user.click(noteField());
    if (noteField().value.length === 2001) await user.keyboard('{End}{Backspace}');
    expect(screen.getByText('2,000 of 2,000 characters')).toBeInTheDocument();
    await user.click(save());
    await waitFor(() => expect(sent(server)).toEqual({ note: 'n'.repeat(2000) }));
  });

  test.each<[string, Answer, RegExp]>([
    [
      'is refused',
      { status: 503, body: { message: 'Please try again in a moment' } },
      /Please try again in a moment/,
    ],
    ['is lost', { isLost: true }, /What you typed is still here/],
    ['finds no session', { status: 401, body: { message: 'Unauthorized' } }, /You are logged out/],
    [
      'comes after a deletion',
      { status: 404, body: { message: 'Analysis not found' } },
      /deleted in the meantime/,
    ],
  ])('a change that %s says so and loses nothing', async (_, answer, text) => {
    const server = open({ [PATCH]: answer });
    await rename();
    await type(nameField(), 'October');
    await type(noteField(), 'Long thoughts');
    await user.click(save());
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
    expect([nameField().value, noteField().value]).toEqual(['October', 'Long thoughts']);
    server.answer(PATCH, { body: { ...CHANGED, name: 'October', note: 'Long thoughts' } });
    await user.click(save());
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
  });

  test('one press sends one change, and Cancel and Escape send none', async () => {
    const answer = gate();
    const server = open({ [PATCH]: { ...answerOf(analysesExamples.labelled), after: answer.isOpen } });
    await rename();
    await user.keyboard('{Escape}');
    await rename();
    await type(nameField(), 'x');
    await user.keyboard('{Escape}');
    expect(nameField().value).toBe('x');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(server.received(PATCH)).toEqual([]);
    await rename();
    await type(nameField(), 'x{Enter}{Enter}');
    expect(server.received(PATCH)).toHaveLength(1);
    answer.open();
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
  });

  test('wait for a slow server: no key is lost, and Cancel hides no failure', async () => {
    const answer = gate();
    open({ [PATCH]: { status: 503, body: { message: 'Please wait' }, after: answer.isOpen } });
    await rename();
    await type(noteField(), 'Long thoughts');
    await user.click(save());
    await user.type(noteField(), ' that go on');
    await user.type(nameField(), '!');
    expect([nameField().value, noteField().value]).toEqual(['All regions', 'Long thoughts']);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    answer.open();
    expect((await screen.findByRole('alert')).textContent).toBe('Please wait');
    await user.type(noteField(), ' that go on');
    expect(noteField().value).toBe('Long thoughts that go on');
  });

  describe('that another tab changes meanwhile', () => {
    /** Opens the form, types a note, and deletes the other analysis, after which the list is fetched again. */
    async function typeWhile(list: object[], patch: Answer) {
      const server = open({ [PATCH]: patch, 'DELETE /api/analyses/2': answerOf(analysesExamples.deleted) });
      await rename();
      await type(noteField(), 'Long thoughts');
      server.answer('GET /api/analyses', { body: list });
      await user.click(screen.getByRole('button', { name: 'Delete november.csv' }));
      await user.click(screen.getByRole('button', { name: 'Delete analysis' }));
      await expectMessage('Analysis Deleted');
      await waitFor(() => expect(server.received('GET /api/analyses')).toHaveLength(2));
      return server;
    }

    test('keep the name of that tab where only the note is typed here', async () => {
      const server = await typeWhile(
        [{ ...october, name: 'Elsewhere' }],
        answerOf(analysesExamples.labelled),
      );
      await user.click(save());
      await waitFor(() => expect(sent(server)).toEqual({ note: 'Long thoughts' }));
    });

    describe('and the change is for an older version', () => {
      const current = { version: 5, updatedAt: '2026-02-03T04:05:00.000Z' };
      const refused: Answer = { status: 412, body: { message: 'Changed', code: 'CHANGED', current } };
      const versions = (server: ReturnType<typeof open>) =>
        server.received(PATCH).map(({ headers }) => headers.get('If-Match'));

      test('asks where that tab changed the same, and replaces or takes it on demand', async () => {
        const server = await typeWhile([{ ...october, ...current, note: 'Their thoughts' }], refused);
        await user.click(save());
        expect(await screen.findByText('Changed elsewhere in the meantime')).toBeInTheDocument();
        expect(noteField().value).toBe('Long thoughts');
        expect(versions(server)).toEqual(['"1"']);
        await user.click(screen.getByRole('button', { name: 'Open theirs' }));
        expect(noteField().value).toBe('Their thoughts');
        await type(noteField(), 'Both thoughts');
        server.answer(PATCH, { body: { ...CHANGED, name: 'All regions', note: 'Both thoughts' } });
        await user.click(screen.getByRole('button', { name: 'Replace' }));
        await waitFor(() => expect(screen.queryByLabelText('Note')).toBeNull());
        expect(versions(server)).toEqual(['"1"', '"5"']);
        expect(sent(server)).toEqual({ note: 'Both thoughts' });
      });

      test('does not ask where that tab changed something else', async () => {
        const server = await typeWhile([{ ...october, ...current, name: 'Elsewhere' }], refused);
        const answer = gate();
        server.answer('GET /api/analyses', {
          body: [{ ...october, ...current, name: 'Elsewhere' }],
          after: answer.isOpen,
        });
        const before = server.received('GET /api/analyses').length;
        await user.click(save());
        await waitFor(() => expect(server.received('GET /api/analyses')).toHaveLength(before + 1));
        server.answer(PATCH, { body: { ...CHANGED, name: 'Elsewhere', note: 'Long thoughts' } });
        answer.open();
        await waitFor(() => expect(screen.queryByLabelText('Note')).toBeNull());
        expect(versions(server)).toEqual(['"1"', '"5"']);
      });
    });

    test('stay in the form where that tab deletes the analysis, and it says so', async () => {
      await typeWhile([], { status: 404, body: { message: 'Analysis not found' } });
      expect(noteField().value).toBe('Long thoughts');
      await user.click(save());
      expect((await screen.findByRole('alert')).textContent).toMatch(/deleted in the meantime/);
      expect(noteField().value).toBe('Long thoughts');
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      expect(screen.getByRole('link', { name: 'Create Your First Analysis' })).toBeInTheDocument();
    });
  });

  test('stay in the form while the list is searched for another analysis', async () => {
    open();
    await rename();
    await type(noteField(), 'As in ');
    await user.type(screen.getByPlaceholderText('Search analyses...'), 'november');
    expect(noteField().value).toBe('As in ');
    expect(names()).toEqual(['november.csv']);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(names()).toEqual(['november.csv']);
    expect(screen.getByText('1 of 2 analyses')).toBeInTheDocument();
  });

  test('a row leads to a new file with its settings', async () => {
    open();
    await user.click(await screen.findByRole('link', { name: 'New file with these settings: All regions' }));
    expect(address()).toBe('/?settingsOf=1');
  });
});

describe('the order and the filters of the list', () => {
  const choices = (statusColumn: string, field: string) => ({
    statusColumn,
    qualifiedValues: { first: ['Won'], count: 1 },
    attributes: [{ field, ranges: null }],
  });
  const at = (day: number) => new Date(2026, 9, day, 12).toISOString();
  const list = [
    summary({ id: '3', fileName: 'leads 10.csv', createdAt: at(30), choices: choices('Stage', 'Source') }),
    summary({ id: '2', fileName: 'leads 9.csv', createdAt: at(20), choices: choices('Stage', 'Region') }),
    summary({ id: '1', fileName: 'b.csv', name: 'Archive', createdAt: at(10), choices: null }),
  ];

  let travel: NavigateFunction;
  function Elsewhere() {
    const navigate = useNavigate();
    useEffect(() => {
      travel = navigate;
    }, [navigate]);
    return null;
  }
  const goBack = () => act(async () => void travel(-1));

  const openAt = (path: string) =>
    room.open({
      at: path,
      pages: {
        '/saved': (
          <>
            <SavedList />
            <Elsewhere />
          </>
        ),
        '/saved/:id': <Elsewhere />,
      },
      answers: { 'GET /api/analyses': { body: list } },
    });

  const choose = async (dropdown: string, option: string) => {
    await user.click(await screen.findByRole('combobox', { name: dropdown }));
    await user.click(await screen.findByRole('option', { name: option }));
  };

  test.each([
    ['Newest first', ['leads 10.csv', 'leads 9.csv', 'Archive']],
    ['Oldest first', ['Archive', 'leads 9.csv', 'leads 10.csv']],
    ['Name, A to Z', ['Archive', 'leads 9.csv', 'leads 10.csv']],
    ['Name, Z to A', ['leads 10.csv', 'leads 9.csv', 'Archive']],
    ['Columns, A to Z', ['Archive', 'leads 9.csv', 'leads 10.csv']],
  ])('%s', async (order, expected) => {
    openAt('/saved?sort=name-down&x=1');
    await choose('Sort by', order);
    await waitFor(() => expect(names()).toEqual(expected));
    expect(address()).toContain('x=1');
  });

  test.each([
    ['q=ARCH', ['Archive']],
    ['q=b.csv', ['Archive']],
    ['column=Region', ['leads 9.csv']],
    ['column=Stage&sort=oldest', ['leads 9.csv', 'leads 10.csv']],
    ['from=2026-10-20', ['leads 10.csv', 'leads 9.csv']],
    ['from=2026-10-21', ['leads 10.csv']],
    ['to=2026-10-20', ['leads 9.csv', 'Archive']],
    ['to=2026-10-19', ['Archive']],
    ['sort=constructor', ['leads 10.csv', 'leads 9.csv', 'Archive']],
  ])('the address ?%s shows %j', async (search, expected) => {
    openAt(`/saved?${search}`);
    await screen.findByRole('combobox', { name: 'Sort by' });
    expect(names()).toEqual(expected);
  });

  test('Back from an analysis shows the list as it was, and Back once more undoes the last choice', async () => {
    openAt('/saved');
    await choose('Column', 'Stage');
    await user.type(screen.getByPlaceholderText('Search analyses...'), '10');
    expect(names()).toEqual(['leads 10.csv']);
    await waitFor(() => expect(address()).toBe('/saved?column=Stage&q=10'));
    await user.click(screen.getByRole('link', { name: 'leads 10.csv' }));
    await waitFor(() => expect(address()).toBe('/saved/3'));
    await goBack();
    await waitFor(() => expect(names()).toEqual(['leads 10.csv']));
    expect(screen.getByPlaceholderText('Search analyses...')).toHaveProperty('value', '10');
    await goBack();
    await waitFor(() => expect(names()).toHaveLength(3));
    expect(screen.getByPlaceholderText('Search analyses...')).toHaveProperty('value', '');
  });

  test('filters without a match name themselves and are cleared at once', async () => {
    openAt('/saved?q=leads&column=Region&from=2027-01-01');
    const text = await screen.findByText(/There is none where/);
    expect(text.textContent).toBe(
      'There is none where the name contains “leads” and the columns include “Region” and it was saved from 2027-01-01.',
    );
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => expect(names()).toHaveLength(3));
    expect(address()).toBe('/saved');
    expect(screen.getByText('3 analyses')).toBeInTheDocument();
  });
});
