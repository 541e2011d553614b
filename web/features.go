package web

import (
	"strings"

	"playground/lang"
)

// A feature is what the site does besides demos, as the search of the front page finds it.
// Its name is the message "find." + its id.
type feature struct {
	id    string
	to    string // its address, with {demo} for a demo that shows it
	words string // by which it is looked for besides, in every language, with commas between
}

var features = []feature{
	{"compare", "/compare?a={demo}", "compare, comparison, comparing, versus, vs, side by side, difference between methods, two methods, 比较, 对比, 并排"},
	{"data", "/d/{demo}#open=csv", "CSV, data, own data, my data, your data, custom data, upload, import, load, paste, file, table, spreadsheet, Excel, data set, dataset, " +
		"自己的数据, 数据, 上传, 导入, 粘贴, 文件, 表格, 数据集"},
	{"room", "/d/{demo}#open=share", "room, rooms, classroom, present, presenting, presenter, share, link, QR code, follow, students, live, vote, votes, poll, audience, " +
		"房间, 教室, 课堂, 分享, 链接, 二维码, 投票, 学生"},
	{"join", "/#room-code", "join, join a room, room, room code, code, enter, 加入, 加入房间, 房间, 房间代码"},
	{"script", "/script", "script, scripts, lecture, lecture script, slides, teach, teaching, notes, 讲稿, 讲课, 教学, 幻灯片"},
	{"embed", "/help/embed", "embed, embedding, iframe, frame, slides, PowerPoint, reveal.js, Jupyter, notebook, Moodle, website, blog, HTML, widget, LMS, 嵌入, 幻灯片, 笔记本, 网页"},
	{"export", "/d/{demo}#open=export", "export, download, save, picture, image, PNG, SVG, GIF, animation, replay, print, PDF, handout, 导出, 下载, 保存, 图片, 动画, 打印"},
	{"challenges", "/challenges", "challenge, challenges, goal, goals, exercise, exercises, puzzle, task, homework, 挑战, 练习, 作业, 目标"},
	{"receipts", "/receipt", "receipt, receipts, certificate, proof, signature, signed, hand in, homework, grading, 凭证, 证明, 签名, 作业"},
	{"keys", "/d/{demo}#open=keys", "keys, key, keyboard, shortcut, shortcuts, hotkeys, help, 快捷键, 键盘, 按键, 帮助"},
	{"courses", "/#courses", "course, courses, syllabus, lecture notes, notes, curriculum, 课程, 讲义, 大纲"},
	{"checks", "/checks", "check, checks, verify, verification, validation of numbers, scikit-learn, sklearn, correct, tests, accuracy of the program, 核对, 验证, 检验"},
	{"licences", "/licences", "licence, licences, license, licenses, open source, copyright, legal, 许可, 许可证, 开源"},
}

// featuresIn are the features as a page in a language links to them.
func (s *Server) featuresIn(l lang.Lang) []named {
	demo := ""
	if len(s.cfg.Demos) > 0 {
		demo = s.cfg.Demos[0].ID
	}
	if _, ok := s.demos[reelDemo]; ok {
		demo = reelDemo
	}
	all := make([]named, 0, len(features))
	for _, f := range features {
		all = append(all, named{Title: l.T("find." + f.id), To: strings.ReplaceAll(f.to, "{demo}", demo), Words: phrases(f.words)})
	}
	return all
}

// phrases are the parts of a list with commas between.
func phrases(list string) []string {
	var all []string
	for part := range strings.SplitSeq(list, ",") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}
